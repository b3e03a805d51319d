"""The part of the panel for looking: camera, what is shown, arrows."""

from math import log10

import viser

from narcine.viewing.live.stage import CAMERAS, Stage


def add_looking(server: viser.ViserServer, stage: Stage, weight: float) -> None:
    """Add what chooses the camera and what is seen; an arrow as long as the vehicle is a twentieth of the weight."""
    gui = server.gui
    kinds = {thing.kind for thing in stage.scene.things}
    with gui.add_folder("look"):
        camera = gui.add_dropdown("camera", CAMERAS, initial_value=stage.camera)
        camera.on_update(lambda _: stage.look(camera.value))
        if len(stage.scene.vehicles) > 1:
            followed = gui.add_dropdown("vehicle", stage.scene.vehicles)

            @followed.on_update
            def _(_: object) -> None:
                stage.followed = stage.scene.vehicles.index(followed.value)
                stage.look(stage.camera)

        trail = gui.add_checkbox("trail", initial_value=stage.show_trail)
        trail.on_update(lambda _: setattr(stage, "show_trail", trail.value))
        axes = gui.add_checkbox("axes", initial_value=False, hint="forward red, starboard green, down blue")
        axes.on_update(lambda _: stage.show_axes(axes.value))
        velocity = gui.add_checkbox("velocity", initial_value=False, hint="the way of one second")
        velocity.on_update(lambda _: setattr(stage, "show_velocity", velocity.value))
        for kind, label in (("grid", "grid"), ("surface", "water surface"), ("seabed", "seabed")):
            if kind == "grid" or kind in kinds:
                _add_switch(server, stage, kind, label)
    with gui.add_folder("forces", expand_by_default=False):
        usual = stage.size / max(0.05 * weight, 1e-9)
        scale = gui.add_slider("length (log m/N)", -4.0, 2.0, 0.1, round(min(max(log10(usual), -4.0), 2.0), 1))

        def rescale() -> None:
            stage.force_scale = 10.0**scale.value

        rescale()
        scale.on_update(lambda _: rescale())
        for term in stage.terms:
            _add_term(server, stage, term)


def _add_switch(server: viser.ViserServer, stage: Stage, kind: str, label: str) -> None:
    switch = server.gui.add_checkbox(label, initial_value=True)
    switch.on_update(lambda _: stage.show_kind(kind, switch.value))


def _add_term(server: viser.ViserServer, stage: Stage, term: str) -> None:
    switch = server.gui.add_checkbox(term.replace("_", " "), initial_value=False)
    switch.on_update(lambda _: (stage.shown_terms.add if switch.value else stage.shown_terms.discard)(term))
