"""Which topics of a log tell a motion: one of poses, one each of velocities, joints and commands."""

from dataclasses import dataclass, field

from narcine.description.problems import DescriptionError
from narcine.identification.columns import refuse_file
from narcine.identification.motion.mcap_log import Log, Topic
from narcine.identification.motion.ros_messages import COMMANDS, JOINTS, POSES, VELOCITIES, frames

MOTION, COMMAND = "motion", "command"
"""Topics whose messages in JSON have columns of a table of motion as their fields."""
ROLES = ("poses", "velocities", "joints", "commands")


@dataclass
class Chosen:
    """The topic of each role; velocities that come with poses need none of their own."""

    topics: dict[str, Topic] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


def choose_topics(log: Log, named: tuple[str, ...]) -> Chosen:
    """Return what to read: the topics that are named, and of each other role the one that there is.

    Twists in the frame of the world are left unused: velocities are those in the body's own axes.
    """
    by_role: dict[str, list[Topic]] = {role: [] for role in ROLES}
    for topic in log.topics:
        role = _role(topic)
        if role is not None:
            by_role[role].append(topic)
    chosen = Chosen()
    for name in named:
        topics = [topic for topic in log.topics if topic.name == name]
        if not topics:
            raise refuse_file(log.file, f"has no topic {name}; it has {_listed(log.topics)}")
        topic = topics[0]
        role = _role(topic)
        if role is None:
            raise refuse_file(log.file, f"{topic} tells nothing of a motion")
        if role in chosen.topics:
            raise refuse_file(log.file, f"{chosen.topics[role].name} and {name} both tell {role}; name one of them")
        chosen.topics[role] = topic
    for role in ROLES:
        _choose(log, role, by_role[role], chosen)
    if not any(role in chosen.topics for role in ROLES[:3]):
        raise refuse_file(log.file, f"tells no pose, velocity or joint; its topics: {_listed(log.topics)}")
    read = [topic.name for topic in chosen.topics.values()]
    chosen.unused = tuple(topic.name for topic in log.topics if topic.name not in read)
    return chosen


def _choose(log: Log, role: str, candidates: list[Topic], chosen: Chosen) -> None:
    if role in chosen.topics or not candidates:
        return
    if role == "velocities":
        if "poses" in chosen.topics and _with_velocity(log, chosen.topics["poses"]):
            return
        candidates = [topic for topic in candidates if not _of_world(log, topic, chosen.topics.get("poses"))]
    if len(candidates) > 1:
        raise _several(log, role, candidates, chosen)
    if candidates:
        chosen.topics[role] = candidates[0]


def _several(log: Log, role: str, candidates: list[Topic], chosen: Chosen) -> DescriptionError:
    named = ",".join([topic.name for topic in chosen.topics.values()] + [candidates[0].name])
    return refuse_file(log.file, f"several topics tell {role}: {_listed(candidates)}; name one: {log.file}#{named}")


def _role(topic: Topic) -> str | None:
    if not topic.readable:
        return None
    for role, kinds in zip(ROLES, (POSES, VELOCITIES, JOINTS, COMMANDS), strict=True):
        if topic.kind in kinds:
            return role
    own = {MOTION: "poses", COMMAND: "commands"} if topic.encoding == "json" else {}
    return own.get(topic.name.strip("/"))


def _with_velocity(log: Log, topic: Topic) -> bool:
    first = log.first(topic.name)
    return topic.kind == "nav_msgs/Odometry" or (first is not None and hasattr(first.content, "u"))


def _of_world(log: Log, topic: Topic, poses: Topic | None) -> bool:
    """Return whether velocities come in the frame in which poses are told."""
    first, pose = log.first(topic.name), log.first(poses.name) if poses is not None else None
    if first is None or pose is None:
        return False
    frame = frames(first.content)[0]
    return frame != "" and frame == frames(pose.content)[0]


def _listed(topics: tuple[Topic, ...] | list[Topic]) -> str:
    return ", ".join(map(str, topics)) or "none"
