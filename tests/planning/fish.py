"""A small fish with a tail beat, sensors and planners."""

FISH = """\
name: small_fish
bodies:
  hull: {shape: {ellipsoid: [0.06, 0.02, 0.025]}, mass: 0.125, drag: {coefficients: [0.6, 1.1, 1.1]}}
  tail: {shape: {plate: {chord: 0.03, span: 0.05, thickness: 0.003, normal: starboard}}, mass: 0.005}
joints:
  root: {type: hinge, parent: hull, child: tail, at: [-0.06, 0, 0], to: [0.015, 0, 0], axis: down}
drives:
  root: {type: servo, rate: 8 rad/s, torque: 0.2 N m, angle: [-60 deg, 60 deg]}
foils:
  fin: {body: tail, lift: thin_foil}
gait: {type: tail_beat, drives: [root], frequency: 1 Hz, amplitude: 20 deg, response: 0.3 s}
planner: track
planners:
  track:
    type: light_tracking
    period: 1 s
    infrared: [ir_left, ir_middle, ir_right]
    photocells: [eye_1, eye_2, eye_3, eye_4, eye_5, eye_6, eye_7]
    ambient: 12 lx
    weak: 20 lx
    strong: 90 lx
    bearings: 36
    actions: {amplitude: [20 deg], frequency: [1 Hz, 2 Hz], turn: [-30 deg, -15 deg, 0, 15 deg, 30 deg]}
  search:
    type: light_search
    photocells: [eye_1, eye_2, eye_3, eye_4, eye_5, eye_6, eye_7]
    ambient: 12 lx
    actions: {use: "#planners.track.actions"}
  avoid:
    type: obstacle_avoidance
    infrared: [ir_left, ir_middle, ir_right]
    actions: {use: "#planners.track.actions"}
run: {duration: 5, step: 0.005}
"""
