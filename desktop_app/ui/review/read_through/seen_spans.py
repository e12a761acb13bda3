"""Which of a sheet was on the screen: spans of its height, in pixels. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, field

Span = tuple[int, int]
Size = tuple[int, int]


@dataclass(slots=True)
class SeenSpans:
    """What was seen of a sheet of one size. Where that changes, its lines stand elsewhere, and it
    is seen anew; what was seen whole stays so."""

    whole: bool = False
    size: Size = (0, 0)
    spans: list[Span] = field(default_factory=list)

    def see(self, size: Size, top: int, bottom: int, line: int) -> bool:
        """The part from `top` to `bottom` is on the screen, of a sheet of `size`; a line of text is
        `line` pixels high. A line that is cut at an edge of the screen was not seen.
        Whether all of it was seen now."""
        if self.whole:
            return True
        if size != self.size:
            self.size, self.spans = size, []
        height, cut = size[1], line // 3
        top = 0 if top <= 0 else top + cut
        bottom = height if bottom >= height else bottom - cut
        if height > 0 and bottom > top:
            self.spans = merged([*self.spans, (top, bottom)])
            self.whole = self.spans[0] == (0, height)
        return self.whole

    @property
    def read_to(self) -> int:
        """Pixels that were seen from the top on, without a gap."""
        return self.spans[0][1] if self.spans and self.spans[0][0] == 0 else 0


def merged(spans: list[Span]) -> list[Span]:
    """The spans in order, those that touch as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found
