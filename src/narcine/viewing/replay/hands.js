// Hands on the stage: turn, move and zoom by mouse, touch and wheel.

function attachHands(element, camera, stage, changed) {
  const fingers = new Map();
  element.addEventListener("contextmenu", event => event.preventDefault());
  element.addEventListener("pointerdown", event => {
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const name of ["pointerup", "pointercancel"])
    element.addEventListener(name, event => fingers.delete(event.pointerId));
  element.addEventListener("pointermove", event => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [x, y] = [now[0] - before[0], now[1] - before[1]];
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const gap = place => Math.hypot(place[0] - other[0], place[1] - other[1]);
      camera.approach(gap(before) / Math.max(gap(now), 1));
      camera.move(x / 2, y / 2, stage.view, element.clientHeight);
    } else if (event.buttons & 6 || event.shiftKey) camera.move(x, y, stage.view, element.clientHeight);
    else camera.orbit(x, y);
    fingers.set(event.pointerId, now);
    changed();
  });
  element.addEventListener("wheel", event => {
    event.preventDefault();
    camera.approach(Math.exp(clamped(event.deltaY, -200, 200) * 0.0012));
    changed();
  }, { passive: false });
}
