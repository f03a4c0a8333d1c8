"""The open nodes of a search in plain Python: several queues that take turns."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from genplan.queues import Queue
from genplan.reference.language import MachineKey

__all__ = ["Node", "Nodes", "OpenLists", "Values"]

Values = tuple[int, ...]
Entry = tuple[Values, int]
"""A node in a queue: its values there, then its serial number, which decides ties."""

_SLACK = 4096
"""So many entries a queue may hold in vain."""

_ANY = 0
"""What stands for the length of every program where lengths do not matter."""


class Node(NamedTuple):
    """An open program: its values, how many instances were active then, its machines, its code."""

    values: Values
    known: int
    key: tuple[MachineKey, ...]
    code: Any


Nodes = dict[int, Node]
"""Open nodes by serial number, ascending."""


class _Waiting:
    """The entries of a queue: in one heap, or in one for each length, which take turns.

    The turn is that of a length, or of the next longer one that has nodes, or else of the
    shortest.
    """

    def __init__(self, *, by_length: bool) -> None:
        self.by_length = by_length
        self.heaps: dict[int, list[Entry]] = {}
        self.size = 0
        self.turn = 0

    def push(self, length: int, entry: Entry) -> None:
        heapq.heappush(self.heaps.setdefault(length if self.by_length else _ANY, []), entry)
        self.size += 1

    def pop(self, nodes: Nodes) -> int | None:
        """Return the next serial number of these nodes; what is passed over is gone."""
        for length in sorted(self.heaps, key=lambda length: (length < self.turn, length)):
            heap = self.heaps[length]
            while heap:
                _, serial = heapq.heappop(heap)
                self.size -= 1
                if serial in nodes:
                    self.turn = length + 1
                    return serial
        return None

    def keep_only(self, nodes: Nodes) -> None:
        for length, heap in self.heaps.items():
            self.heaps[length] = [entry for entry in heap if entry[1] in nodes]
            heapq.heapify(self.heaps[length])
        self.size = sum(map(len, self.heaps.values()))

    def clear(self) -> None:
        """Let go of all entries; the turn stays where it is."""
        self.heaps.clear()
        self.size = 0


class OpenLists:
    """Queues of nodes; one taken from a queue is passed over by the others.

    A novel queue takes only nodes whose machines no node had that was inserted since
    `forget_machines`. A queue that is empty when it is its turn misses the turn. Where more
    than `most` nodes are open, the worst one is dropped: the last of the first queue that
    holds everything.
    """

    def __init__(
        self,
        queues: Sequence[Queue],
        columns: Sequence[Sequence[int]],
        most: int | None,
        length: Callable[[Any], int],
    ) -> None:
        """Prepare the queues; `columns` are the places of their evaluations in the values.

        `length` is that of a program's code.
        """
        self.queues = queues
        self.columns = columns
        self.most = most
        self.length = length
        self.complete = next(i for i, queue in enumerate(queues) if not queue.novel)
        self.wants_keys = any(queue.novel for queue in queues)
        self.turns = [0] * len(queues)
        self.recent = 0
        self.dropped = 0
        self.serial = 0
        self.seen: set[tuple[MachineKey, ...]] = set()
        self.nodes: Nodes = {}
        self.novel: set[int] = set()
        self.waiting = [_Waiting(by_length=queue.by_length) for queue in queues]
        self.wants_lengths = any(queue.by_length for queue in queues)
        self.worst: list[Entry] = []
        self.node_bytes = 0

    def __len__(self) -> int:
        """Return how many nodes are open."""
        return len(self.nodes)

    def forget_machines(self) -> None:
        """Take all machines for new from now on."""
        self.seen.clear()

    def note(self, key: tuple[MachineKey, ...]) -> bool:
        """Remember machines; return whether they are new."""
        if not self.wants_keys or key in self.seen:
            return False
        self.seen.add(key)
        return True

    def insert(self, node: Node) -> None:
        """Put a node into every queue that takes it."""
        self.put_back(self.serial, node, novel=self.note(node.key))
        self.serial += 1
        if self.most is not None and len(self.nodes) > self.most:
            self._drop_worst()

    def put_back(self, serial: int, node: Node, *, novel: bool) -> None:
        """Put a node in that had this serial number, and was novel or not."""
        self.nodes[serial] = node
        if novel:
            self.novel.add(serial)
        length = self.length(node.code) if self.wants_lengths else _ANY
        for number, queue in enumerate(self.queues):
            if novel or not queue.novel:
                entry = self._projected(number, node.values), serial
                self.waiting[number].push(length, entry)
        if self.most is not None:
            projected = self._projected(self.complete, node.values)
            heapq.heappush(self.worst, (tuple(-value for value in projected), -serial))

    def _projected(self, queue: int, values: Values) -> Values:
        return tuple(values[column] for column in self.columns[queue])

    def pop(self) -> Node:
        """Return the next node of the queue whose turn it is."""
        while True:
            self.recent = self._whose_turn()
            self.turns[self.recent] += 1
            serial = self.waiting[self.recent].pop(self.nodes)
            if serial is not None:
                node = self._close(serial)
                self._compact()
                return node

    def _whose_turn(self) -> int:
        """Return the queue that has had the smallest share of its turns; of equals, the first."""
        best = 0
        for i, queue in enumerate(self.queues):
            if self.turns[i] * self.queues[best].ratio < self.turns[best] * queue.ratio:
                best = i
        return best

    def _close(self, serial: int) -> Node:
        self.novel.discard(serial)
        return self.nodes.pop(serial)

    def _drop_worst(self) -> None:
        while True:
            _, negative = heapq.heappop(self.worst)
            if -negative in self.nodes:
                self._close(-negative)
                self.dropped += 1
                self._compact()
                return

    def _compact(self) -> None:
        """Rid the queues of nodes that are no longer open, before they are the most."""
        for queue, waiting in zip(self.queues, self.waiting, strict=True):
            if waiting.size > 2 * len(self.novel if queue.novel else self.nodes) + _SLACK:
                waiting.keep_only(self.nodes)
        if len(self.worst) > 2 * len(self.nodes) + _SLACK:
            self.worst = [entry for entry in self.worst if -entry[1] in self.nodes]
            heapq.heapify(self.worst)

    def is_worse(self, values: Values, before: Values) -> bool:
        """Compare in the order of the queue from which a node was taken last."""
        return self._projected(self.recent, values) > self._projected(self.recent, before)

    def reevaluate(self, refresh: Callable[[Node], Node | None]) -> None:
        """Replace every node, in the order of insertion, and let go of it where that is None."""
        before = self.nodes
        self.nodes = {}
        self.novel.clear()
        for waiting in self.waiting:
            waiting.clear()
        self.worst = []
        self.forget_machines()
        for serial, old in before.items():
            node = refresh(old)
            if node is not None:
                self.put_back(serial, node, novel=self.note(node.key))

    def in_order(self) -> Iterator[tuple[int, Node, bool]]:
        """Yield serial number, node and whether it is in the novel queues, as inserted."""
        for serial, node in self.nodes.items():
            yield serial, node, serial in self.novel

    def bytes_with(self, node: Node) -> int:
        """Return what the queues take once another node is in; an estimate."""
        if not self.node_bytes:
            self.node_bytes = 100 + sum(map(_deep_size, node))
            self.entry_bytes = 100 + _deep_size(node.values)
        entries = sum(w.size for w in self.waiting) + len(self.worst) + len(self.waiting)
        return self.node_bytes * (len(self) + len(self.seen) + 1) + self.entry_bytes * entries


def _deep_size(value: Any) -> int:
    """Return the bytes of nested tuples of whole numbers; codes share their instructions."""
    inner = sum(map(_deep_size, value)) if isinstance(value, tuple) else 0
    return sys.getsizeof(value) + inner
