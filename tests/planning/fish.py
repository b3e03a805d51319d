"""A small fish with a tail beat, sensors and planners."""

FISH = """\
name: small_fish
bodies:
  hull:
    shape: {ellipsoid: [0.0525, 0.02, 0.025]}
    mass: 0.11
    centre_of_gravity: [0, 0, 0.006]
    drag: {coefficients: [0.6, 1.0, 1.0]}
  tail: {shape: {plate: {chord: 0.018, span: 0.05, thickness: 0.0015, normal: starboard}}, mass: 0.0014}
joints:
  root: {type: hinge, parent: hull, child: tail, at: [-0.0525, 0, 0], to: [0.036, 0, 0], axis: up}
drives:
  root: {type: servo, rate: 8 rad/s, torque: 0.2 N m, angle: [-60 deg, 60 deg]}
foils:
  fin: {body: tail, lift: unsteady, stall: 25 deg, suction: 0.8, parasitic_drag: 0.05, broadside_drag: 1.2}
gait: {type: tail_beat, drives: [root], frequency: 1 Hz, amplitude: 20 deg, response: 0.3 s}
sensors:
  ir_left: {type: infrared, body: hull, at: [0.04, -0.01, 0], bearing: -90 deg, range: 25 cm}
  ir_middle: {type: infrared, body: hull, at: [0.05, 0, 0], bearing: 0 deg, range: 25 cm}
  ir_right: {type: infrared, body: hull, at: [0.04, 0.01, 0], bearing: 90 deg, range: 25 cm}
  eye_1: {type: photocell, body: hull, at: [0.04, -0.006, -0.01], bearing: -90 deg}
  eye_2: {type: photocell, body: hull, at: [0.04, -0.004, -0.01], bearing: -60 deg}
  eye_3: {type: photocell, body: hull, at: [0.04, -0.002, -0.01], bearing: -30 deg}
  eye_4: {type: photocell, body: hull, at: [0.04, 0, -0.01], bearing: 0 deg}
  eye_5: {type: photocell, body: hull, at: [0.04, 0.002, -0.01], bearing: 30 deg}
  eye_6: {type: photocell, body: hull, at: [0.04, 0.004, -0.01], bearing: 60 deg}
  eye_7: {type: photocell, body: hull, at: [0.04, 0.006, -0.01], bearing: 90 deg}
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
    actions: {amplitude: [30 deg], frequency: [1 Hz, 2 Hz], turn: [-25 deg, -12 deg, 0, 12 deg, 25 deg]}
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
