from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class Number(_message.Message):
    __slots__ = ("time", "value", "source")
    TIME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    time: float
    value: float
    source: str
    def __init__(self, time: _Optional[float] = ..., value: _Optional[float] = ..., source: _Optional[str] = ...) -> None: ...

class Text(_message.Message):
    __slots__ = ("time", "value", "source")
    TIME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    time: float
    value: str
    source: str
    def __init__(self, time: _Optional[float] = ..., value: _Optional[str] = ..., source: _Optional[str] = ...) -> None: ...

class Flag(_message.Message):
    __slots__ = ("time", "value", "source")
    TIME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    time: float
    value: bool
    source: str
    def __init__(self, time: _Optional[float] = ..., value: bool = ..., source: _Optional[str] = ...) -> None: ...
