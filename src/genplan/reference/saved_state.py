"""The state of a search between two expansions as bytes: JSON of plain values."""

from __future__ import annotations

import json
from typing import Any

from genplan.reference.language import Language
from genplan.reference.queues import Node, OpenLists

__all__ = ["dump_nodes", "dumped", "load_nodes", "loaded", "node_of", "plain_node"]


def dumped(state: dict[str, Any]) -> bytes:
    """Return plain values as bytes."""
    return json.dumps(state, separators=(",", ":")).encode()


def loaded(data: bytes) -> dict[str, Any]:
    """Return the plain values in bytes."""
    state: dict[str, Any] = json.loads(data)
    return state


def dump_nodes(open_lists: OpenLists, language: Language) -> dict[str, Any]:
    """Return open lists as plain values."""
    return {
        "serial": open_lists.serial,
        "dropped": open_lists.dropped,
        "turns": open_lists.turns,
        "length_turns": [waiting.turn for waiting in open_lists.waiting],
        "seen": list(open_lists.seen),
        "nodes": [
            [serial, plain_node(node, language), is_novel]
            for serial, node, is_novel in open_lists.in_order()
        ],
    }


def load_nodes(state: dict[str, Any], open_lists: OpenLists, language: Language) -> None:
    """Put what was saved into empty open lists."""
    open_lists.serial = state["serial"]
    open_lists.dropped = state["dropped"]
    open_lists.turns = state["turns"]
    for waiting, turn in zip(open_lists.waiting, state["length_turns"], strict=True):
        waiting.turn = turn
    open_lists.seen = {_as_tuples(key) for key in state["seen"]}
    for serial, node, is_novel in state["nodes"]:
        open_lists.put_back(serial, node_of(node, language), novel=is_novel)


def plain_node(node: Node, language: Language) -> list[Any]:
    """Return a node as plain values."""
    return [node.values, node.known, node.key, language.encoded(node.code)]


def node_of(plain: list[Any], language: Language) -> Node:
    """Return the node of plain values."""
    values, known, key, code = plain
    return Node(tuple(values), known, _as_tuples(key), language.decoded(code))


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
