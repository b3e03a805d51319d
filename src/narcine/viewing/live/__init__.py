"""The page in the browser: a scene, panels beside it, and the server behind them."""
