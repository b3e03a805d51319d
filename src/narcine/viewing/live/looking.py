"""The part of the panel for looking: camera, what is shown, arrows."""

import viser

from narcine.viewing.live.stage import Stage, force_colour


def add_looking(server: viser.ViserServer, stage: Stage, weight: float) -> None:
    """Add what chooses the camera and what is seen; an arrow as long as the vehicle is a twentieth of the weight."""
    gui = server.gui
    kinds = {thing.kind for thing in stage.scene.things}
    with gui.add_folder("look"):
        camera = gui.add_dropdown("camera", stage.cameras, initial_value=stage.camera)
        camera.on_update(lambda _: stage.look(camera.value))
        if len(stage.scene.vehicles) > 1:
            followed = gui.add_dropdown("at vehicle", stage.scene.vehicles)

            @followed.on_update
            def _(_: object) -> None:
                stage.switch(followed=stage.scene.vehicles.index(followed.value))
                stage.look(stage.camera)

        trail = gui.add_checkbox("trail", initial_value=stage.show_trail)
        trail.on_update(lambda _: stage.switch(show_trail=trail.value))
        axes = gui.add_checkbox("axes", initial_value=False, hint="forward red, starboard green, down blue")
        axes.on_update(lambda _: stage.show_axes(axes.value))
        velocity = gui.add_checkbox("velocity", initial_value=stage.show_velocity, hint="the way of one second")
        velocity.on_update(lambda _: stage.switch(show_velocity=velocity.value))
        for kind, label in (("grid", "grid"), ("surface", "water surface"), ("seabed", "seabed")):
            if kind == "grid" or kind in kinds:
                _add_switch(server, stage, kind, label)
        if stage.scene.eyes:
            _add_switch(server, stage, "sensors", "sensors")
    with gui.add_folder("forces", expand_by_default=False):
        usual = stage.size / max(0.05 * weight, 1e-9)
        scale = gui.add_slider("longer", -3.0, 3.0, 0.1, 0.0, hint="each step to the right doubles the arrows")
        measure = gui.add_markdown("")

        def rescale() -> None:
            stage.switch(force_scale=usual * 2.0**scale.value)
            measure.content = f"an arrow of 1 m is {1.0 / stage.force_scale:.3g} N"

        rescale()
        scale.on_update(lambda _: rescale())
        key = (f'<span style="color: {force_colour(stage.terms, term)}">&#9632;</span> {term}' for term in stage.terms)
        gui.add_html(f'<div style="font-size: 0.8em; padding: 0 0.8em">{" ".join(key)}</div>')
        for term in stage.terms:
            _add_term(server, stage, term)


def _add_switch(server: viser.ViserServer, stage: Stage, kind: str, label: str) -> None:
    switch = server.gui.add_checkbox(label, initial_value=True)
    switch.on_update(lambda _: stage.show_kind(kind, switch.value))


def _add_term(server: viser.ViserServer, stage: Stage, term: str) -> None:
    switch = server.gui.add_checkbox(term.replace("_", " "), initial_value=False)
    switch.on_update(lambda _: stage.switch_term(term, switch.value))
