"""The open lists of a search in plain Python: several queues that take turns."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from genplan.evaluations import Evaluation, PythonEvaluation
from genplan.queues import Queue

__all__ = ["Node", "QueueSet"]

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A program in the open lists: number, values, halted machines, and its code."""

    number: int
    values: Values
    key: Hashable
    code: Any


class QueueSet:
    """Queues of nodes; a node taken from one is passed over by the others."""

    def __init__(
        self, queues: Sequence[Queue], evaluations: Sequence[Evaluation | PythonEvaluation]
    ) -> None:
        """Prepare a heap for each queue."""
        self.queues = queues
        self.columns = [[evaluations.index(e) for e in q.evaluations] for q in queues]
        self.complete = next(i for i, queue in enumerate(queues) if not queue.novel)
        self.turns = [0] * len(queues)
        self.seen: set[Hashable] = set()
        self.reset()

    def reset(self) -> None:
        """Forget all nodes, and which machines are known."""
        self.heaps: list[list[tuple[Values, int, Node]]] = [[] for _ in self.queues]
        self.open: dict[int, Node] = {}
        self.seen.clear()

    def __len__(self) -> int:
        """Return how many nodes are open."""
        return len(self.open)

    @property
    def wants_novelty(self) -> bool:
        """Return whether some queue asks which machines are new."""
        return any(queue.novel for queue in self.queues)

    def insert(self, node: Node) -> None:
        """Put a node into every queue that takes it."""
        is_novel = self.wants_novelty and node.key not in self.seen
        if is_novel:
            self.seen.add(node.key)
        self.open[node.number] = node
        for queue, columns, heap in zip(self.queues, self.columns, self.heaps, strict=True):
            if is_novel or not queue.novel:
                projected = tuple(node.values[column] for column in columns)
                heapq.heappush(heap, (projected, node.number, node))

    def pop(self) -> Node:
        """Return the next node of the queue whose turn it is."""
        while True:
            turn = self._whose_turn()
            _, number, node = heapq.heappop(self.heaps[turn])
            if number in self.open:
                self.turns[turn] += 1
                return self.open.pop(number)
            del node

    def _whose_turn(self) -> int:
        """Return the queue that has had the smallest share of its turns; of equals, the first."""
        filled = [i for i, heap in enumerate(self.heaps) if heap]
        best = filled[0]
        for i in filled[1:]:
            if self.turns[i] * self.queues[best].ratio < self.turns[best] * self.queues[i].ratio:
                best = i
        return best

    def drain(self) -> list[Node]:
        """Return all open nodes in the order of their numbers, and forget them."""
        nodes = [self.open[number] for number in sorted(self.open)]
        self.reset()
        return nodes
