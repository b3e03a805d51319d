"""Logs of messages, written by the library of their format and by that of ROS 2, are read as motion."""

import json

import numpy as np
import pytest
from mcap.writer import CompressionType, Writer
from mcap_ros2.writer import Writer as RosWriter
from scipy.spatial.transform import Rotation

from narcine.description.problems import DescriptionError
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_file import read_motion
from narcine.identification.motion.motion_mcap import write_motion_mcap

SEPARATOR = "\n" + "=" * 80 + "\n"
PARTS = {
    "std_msgs/Header": "builtin_interfaces/Time stamp\nstring frame_id",
    "builtin_interfaces/Time": "int32 sec\nuint32 nanosec",
    "geometry_msgs/Point": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Vector3": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Quaternion": "float64 x\nfloat64 y\nfloat64 z\nfloat64 w",
    "geometry_msgs/Pose": "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation",
    "geometry_msgs/Twist": "geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular",
    "geometry_msgs/Transform": "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation",
    "geometry_msgs/PoseWithCovariance": "geometry_msgs/Pose pose\nfloat64[36] covariance",
    "geometry_msgs/TwistWithCovariance": "geometry_msgs/Twist twist\nfloat64[36] covariance",
}
TYPES = {
    "geometry_msgs/msg/PoseStamped": "std_msgs/Header header\ngeometry_msgs/Pose pose",
    "geometry_msgs/msg/PoseWithCovarianceStamped": "std_msgs/Header header\ngeometry_msgs/PoseWithCovariance pose",
    "geometry_msgs/msg/TransformStamped": "std_msgs/Header header\nstring child_frame_id\n"
    "geometry_msgs/Transform transform",
    "geometry_msgs/msg/TwistStamped": "std_msgs/Header header\ngeometry_msgs/Twist twist",
    "nav_msgs/msg/Odometry": "std_msgs/Header header\nstring child_frame_id\n"
    "geometry_msgs/PoseWithCovariance pose\ngeometry_msgs/TwistWithCovariance twist",
    "sensor_msgs/msg/JointState": "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\n"
    "float64[] effort",
    "mavros_msgs/msg/RCOut": "std_msgs/Header header\nuint16[] channels",
    "sensor_msgs/msg/Temperature": "std_msgs/Header header\nfloat64 temperature\nfloat64 variance",
}
EPOCH = 1_700_000_000
"""Seconds at which the logs begin, as clocks of computers count them."""
IN_FLOATS = 1e-12
"""Turning of axes is exact but for rounding."""
ENU_TO_NED = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1]])
FLU_TO_FRD = np.diag([1.0, -1, -1])
"""The axes of REP 103 and our own, each written out."""


def definition(kind):
    needed, text = [], TYPES[kind]
    queue = [text]
    while queue:
        for line in queue.pop().splitlines():
            part = line.split()[0].split("[")[0]
            if part in PARTS and part not in needed:
                needed.append(part)
                queue.append(PARTS[part])
    return text + "".join(f"{SEPARATOR}MSG: {part}\n{PARTS[part]}" for part in needed)


def header(time, frame="map"):
    nanoseconds = round(time * 1e9)
    return {
        "stamp": {"sec": EPOCH + nanoseconds // 10**9, "nanosec": nanoseconds % 10**9},
        "frame_id": frame,
    }


def xyz(values):
    return dict(zip("xyz", map(float, values), strict=True))


def pose(position, quaternion):
    return {"position": xyz(position), "orientation": dict(zip("wxyz", map(float, quaternion), strict=True))}


def ros_log(file, topics, late=0.25):
    """Write topics, each a type and messages with the times at which they are logged, a moment after their stamps."""
    with file.open("wb") as handle:
        writer = RosWriter(handle)
        schemas = {}
        for topic, (kind, messages) in topics.items():
            schemas.setdefault(kind, None)
            if schemas[kind] is None:
                schemas[kind] = writer.register_msgdef(kind, definition(kind))
            for time, message in messages:
                writer.write_message(topic, schemas[kind], message, round((EPOCH + time + late) * 1e9))
        writer.finish()
    return file


def poses(times, frame="map", rng=None):
    rng = rng or np.random.default_rng(2)
    positions = rng.normal(size=(len(times), 3))
    quaternions = rng.normal(size=(len(times), 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    messages = [
        (t, {"header": header(t, frame), "pose": pose(p, q)})
        for t, p, q in zip(times, positions, quaternions, strict=True)
    ]
    return positions, quaternions, ("geometry_msgs/msg/PoseStamped", messages)


def rotation(quaternion):
    return Rotation.from_quat(np.roll(quaternion, -1)).as_matrix()


def test_poses_of_ros_are_turned_into_north_east_down(tmp_path):
    times = np.arange(6) * 0.01
    positions, quaternions, topic = poses(times)
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/mocap/rov": topic}))
    assert motion.time == pytest.approx(times, abs=1e-9)
    for k in range(6):
        assert motion.position[k] == pytest.approx(ENU_TO_NED @ positions[k], abs=IN_FLOATS)
        wanted = ENU_TO_NED @ rotation(quaternions[k]) @ FLU_TO_FRD.T
        assert rotation(motion.attitude[k]) == pytest.approx(wanted, abs=IN_FLOATS)


def test_level_and_facing_north_is_level_and_facing_north(tmp_path):
    facing_north = Rotation.from_euler("z", np.pi / 2).as_quat()
    q = (facing_north[3], *facing_north[:3])
    messages = [(t, {"header": header(t), "pose": pose((0, 0, -2.0), q)}) for t in (0.0, 1.0, 2.0)]
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/p": ("geometry_msgs/msg/PoseStamped", messages)}))
    assert np.abs(motion.attitude[0]) == pytest.approx([1, 0, 0, 0], abs=IN_FLOATS)
    assert motion.position[0] == pytest.approx([0, 0, 2])


def test_frames_that_say_ned_are_taken_as_they_are(tmp_path):
    positions, quaternions, topic = poses([0.0, 0.1, 0.2], "map_ned")
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/p": topic}))
    assert motion.position == pytest.approx(positions)
    assert motion.attitude == pytest.approx(quaternions)
    positions, _, topic = poses([0.0, 0.1, 0.2], "aligned")
    turned = read_motion(ros_log(tmp_path / "log.mcap", {"/p": topic}))
    assert turned.position == pytest.approx(positions @ ENU_TO_NED.T)


def odometry(t, p, q, v, w, child="base_link"):
    return {
        "header": header(t, "odom"),
        "child_frame_id": child,
        "pose": {"pose": pose(p, q), "covariance": [0.0] * 36},
        "twist": {"twist": {"linear": xyz(v), "angular": xyz(w)}, "covariance": [0.0] * 36},
    }


def test_odometry_joints_and_pulses_keep_their_own_times(tmp_path):
    times = np.arange(5) * 0.1
    moved = [(t, odometry(t, (t, 0, 0), (1, 0, 0, 0), (0.1, 0.2, 0.3), (1, 2, 3))) for t in times]
    joints = [
        (t, {"header": header(t, ""), "name": ["fin", "tail"], "position": [t, -t], "velocity": [], "effort": []})
        for t in (0.05, 0.1, 0.25)
    ]
    pulses = [
        (t, {"header": header(t, ""), "channels": [1500, p, 0]}) for t, p in ((0, 1500), (0.1, 1500), (0.15, 1700))
    ]
    file = ros_log(
        tmp_path / "log.mcap",
        {
            "/odom": ("nav_msgs/msg/Odometry", moved),
            "/joint_states": ("sensor_msgs/msg/JointState", joints),
            "/rc/out": ("mavros_msgs/msg/RCOut", pulses),
            "/temperature": (
                "sensor_msgs/msg/Temperature",
                [(0.0, {"header": header(0), "temperature": 9.0, "variance": 0.0})],
            ),
        },
    )
    motion = read_motion(file)
    assert motion.time == pytest.approx([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4], abs=1e-9)
    assert motion.velocity[0] == pytest.approx([0.1, -0.2, -0.3])
    assert motion.angular_velocity[2] == pytest.approx([1, -2, -3])
    assert motion.position[:, 1] == pytest.approx([0, np.nan, 0.1, np.nan, 0.2, np.nan, 0.3, 0.4], nan_ok=True)
    assert motion.joints["tail"] == pytest.approx(
        [np.nan, -0.05, -0.1, np.nan, np.nan, -0.25, np.nan, np.nan], nan_ok=True
    )
    assert list(motion.commands) == ["rc.1", "rc.2"]
    assert list(motion.commands["rc.2"]) == [1500, 1500, 1500, 1700, 1700, 1700, 1700, 1700]
    assert motion.unused == ("/temperature",)


@pytest.mark.parametrize("kind", ["geometry_msgs/msg/PoseWithCovarianceStamped", "geometry_msgs/msg/TransformStamped"])
def test_other_types_of_poses(tmp_path, kind):
    messages = []
    for t in (0.0, 0.1, 0.2):
        told = pose((1, 2, 3), (1, 0, 0, 0))
        body = {"pose": {"pose": told, "covariance": [0.0] * 36}}
        if "Transform" in kind:
            body = {
                "child_frame_id": "rov",
                "transform": {"translation": told["position"], "rotation": told["orientation"]},
            }
        messages.append((t, {"header": header(t), **body}))
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/p": (kind, messages)}))
    assert motion.position[1] == pytest.approx([2, 1, -3])


def test_twists_of_the_body_are_read_and_those_of_the_world_are_not(tmp_path):
    def twists(frame):
        told = {"linear": xyz((1, 2, 3)), "angular": xyz((4, 5, 6))}
        return "geometry_msgs/msg/TwistStamped", [
            (t, {"header": header(t, frame), "twist": told}) for t in (0.0, 0.1, 0.2)
        ]

    _, _, topic = poses([0.0, 0.1, 0.2])
    topics = {"/p": topic, "/body": twists("base_link"), "/local": twists("map")}
    motion = read_motion(ros_log(tmp_path / "log.mcap", topics))
    assert motion.velocity[0] == pytest.approx([1, -2, -3])
    assert motion.unused == ("/local",)
    topics["/body"] = twists("base_link_frd")
    motion = read_motion(ros_log(tmp_path / "log.mcap", topics))
    assert motion.angular_velocity[0] == pytest.approx([4, 5, 6])


def test_samples_before_the_first_command_are_left_out(tmp_path):
    times = np.arange(6) * 0.1
    _, _, topic = poses(times)
    pulses = [(0.15, {"header": header(0.15, ""), "channels": [1600]})]
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/p": topic, "/rc": ("mavros_msgs/msg/RCOut", pulses)}))
    assert motion.time == pytest.approx(np.array([0.15, 0.2, 0.3, 0.4, 0.5]) - 0.15, abs=1e-9)
    assert np.isnan(motion.position[0]).all()


def random_motion(file):
    rng = np.random.default_rng(1)
    quaternions = rng.normal(size=(7, 4))
    motion = Motion(
        source=str(file),
        time=3.0 + np.arange(7) / 30.0,
        position=rng.normal(size=(7, 3)),
        attitude=quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True),
        velocity=rng.normal(size=(7, 3)),
        angular_velocity=rng.normal(size=(7, 3)),
        joints={"tail_root.yaw": rng.normal(size=7)},
        commands={"surge_port": np.array([1500.0, 1500, 1700, 1700, 1500, 1500, 1500]), "fin": rng.normal(size=7)},
    )
    motion.position[2] = np.nan
    return motion


def test_a_motion_is_read_as_it_was_written(tmp_path):
    motion = random_motion(tmp_path / "motion.mcap")
    write_motion_mcap(motion, motion.file)
    again = read_motion(motion.file)
    assert again.time == pytest.approx(motion.time, abs=1e-9)
    for name in ("position", "attitude", "velocity", "angular_velocity"):
        assert getattr(again, name) == pytest.approx(getattr(motion, name), abs=IN_FLOATS, nan_ok=True), name
    assert np.array_equal(again.joints["tail_root.yaw"], motion.joints["tail_root.yaw"])
    for name, values in motion.commands.items():
        assert np.array_equal(again.commands[name], values), name


def json_log(file, topics, compression=CompressionType.NONE, schema=""):
    with file.open("wb") as handle:
        writer = Writer(handle, compression=compression)
        writer.start()
        for topic, rows in topics.items():
            described = writer.register_schema(schema, "jsonschema", b"{}") if schema else 0
            channel = writer.register_channel(topic, "json", described)
            for logged, row in rows:
                data = row if isinstance(row, bytes) else json.dumps(row).encode()
                writer.add_message(channel, round(logged * 1e9), data, round(logged * 1e9))
        writer.finish()
    return file


@pytest.mark.parametrize("compression", list(CompressionType))
def test_messages_of_ones_own_have_columns_as_fields(tmp_path, compression):
    rows = [(k, {"x": k, "y": 0, "z": None if k == 1 else 2.5, "roll": 0.1, "pitch": 0, "yaw": 0}) for k in range(4)]
    commands = [(0, {"command.surge": 1500, "command.fin": 0.5}), (2, {"command.surge": 1700})]
    motion = read_motion(json_log(tmp_path / "log.mcap", {"/motion": rows, "/command": commands}, compression))
    assert motion.time == pytest.approx([0, 1, 2, 3])
    assert np.isnan(motion.position[1]).all()
    assert motion.attitude[0] == pytest.approx([np.cos(0.05), np.sin(0.05), 0, 0])
    assert list(motion.commands["surge"]) == [1500, 1500, 1700, 1700]
    assert list(motion.commands["fin"]) == [0.5] * 4


def test_messages_of_ros_in_json(tmp_path):
    rows = [(t, {"header": header(t), "pose": pose((1, 2, 3), (1, 0, 0, 0))}) for t in (0.0, 0.1, 0.2)]
    motion = read_motion(json_log(tmp_path / "log.mcap", {"/p": rows}, schema="geometry_msgs/PoseStamped"))
    assert motion.position[0] == pytest.approx([2, 1, -3])


def told(file):
    with pytest.raises(DescriptionError) as error:
        read_motion(file)
    return str(error.value.problems[0])


def test_one_of_several_topics_must_be_named(tmp_path):
    (_, _, one), (b, _, other) = poses([0.0, 0.1, 0.2]), poses([0.0, 0.1, 0.2], rng=np.random.default_rng(9))
    file = ros_log(tmp_path / "log.mcap", {"/mocap/a": one, "/mocap/b": other})
    said = told(file)
    assert "several topics tell poses: /mocap/a (geometry_msgs/PoseStamped), /mocap/b" in said
    assert f"name one: {file}#/mocap/a" in said
    motion = read_motion(tmp_path / "log.mcap#/mocap/b")
    assert motion.position == pytest.approx(b @ ENU_TO_NED.T)
    assert motion.unused == ("/mocap/a",)
    assert motion.source.endswith("log.mcap#/mocap/b")
    assert "both tell poses" in told(tmp_path / "log.mcap#/mocap/a,/mocap/b")
    assert "has no topic /mocap/c; it has /mocap/a" in told(tmp_path / "log.mcap#/mocap/c")


def test_what_is_wrong_with_a_log_is_told(tmp_path):
    file = tmp_path / "log.mcap"
    file.write_text("time,x,y,z\n")
    assert "is no MCAP log, or a broken one" in told(file)
    file.write_bytes(b"")
    assert "is no MCAP log, or a broken one" in told(file)
    assert "there is no such file" in told(tmp_path / "none.mcap")
    temperature = {"header": header(0), "temperature": 9.0, "variance": 0.0}
    ros_log(file, {"/t": ("sensor_msgs/msg/Temperature", [(0.0, temperature)])})
    assert "tells no pose, velocity or joint; its topics: /t (sensor_msgs/Temperature)" in told(file)
    _, _, (kind, messages) = poses([0.0, 0.1])
    assert "holds 2 samples" in told(ros_log(file, {"/p": (kind, messages)}))
    _, _, (kind, messages) = poses([0.0, 0.2, 0.1])
    late = [(k, message) for k, (_, message) in enumerate(messages)]
    assert f"{file}#/p message 3: is stamped 0.1 s before message 2" in told(ros_log(file, {"/p": (kind, late)}))
    _, _, (kind, messages) = poses([0.0, 0.1, 0.2])
    messages[1][1]["pose"]["orientation"]["w"] = 5.0
    assert "#/p message 2: qw = length" in told(ros_log(file, {"/p": (kind, messages)}))
    messages[2][1]["header"]["frame_id"] = "other"
    assert "message 3: is in frame" in told(ros_log(file, {"/p": (kind, messages)}))
    pulses = [(9.0, {"header": header(9.0, ""), "channels": [1600]})]
    _, _, topic = poses([0.0, 0.1, 0.2])
    assert "share no time" in told(ros_log(file, {"/p": topic, "/rc": ("mavros_msgs/msg/RCOut", pulses)}))
    assert "/motion message 2: x must be a number" in told(
        json_log(file, {"/motion": [(0, {"x": 1}), (1, {"x": "a"})]})
    )
    said = told(json_log(file, {"/p": [(0, {"header": header(0)})]}, schema="geometry_msgs/PoseStamped"))
    assert "message 1: has no field 'pose'" in said
    assert "broken one" in told(json_log(file, {"/motion": [(0, b"{no json")]}))


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_a_log_that_was_cut_off_is_told_wherever_it_was_cut(tmp_path, share):
    motion = random_motion(tmp_path / "motion.mcap")
    write_motion_mcap(motion, motion.file)
    whole = motion.file.read_bytes()
    motion.file.write_bytes(whole[: int(share * len(whole))])
    assert "`mcap recover`" in told(motion.file)


def test_a_flipped_bit_is_found(tmp_path):
    motion = random_motion(tmp_path / "motion.mcap")
    write_motion_mcap(motion, motion.file)
    whole = bytearray(motion.file.read_bytes())
    whole[len(whole) // 4] ^= 1
    motion.file.write_bytes(bytes(whole))
    assert "broken" in told(motion.file)


def test_doubled_messages_count_once_and_unlogged_order_does_not_matter(tmp_path):
    _, _, (kind, messages) = poses([0.0, 0.1, 0.2, 0.3])
    doubled = [messages[k] for k in (3, 0, 1, 1, 2)]
    motion = read_motion(ros_log(tmp_path / "log.mcap", {"/p": (kind, doubled)}))
    assert motion.time == pytest.approx([0, 0.1, 0.2, 0.3], abs=1e-9)
