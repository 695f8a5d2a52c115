"""What each empty space of the board sees in the six directions, kept up to date.

For every space a text of twelve characters, two a direction, clockwise from the right: the symbol
next to it and how far its run goes (`1` to `9`, then `a` …), or `..` where nothing lies; a space
that is taken sees nothing and has an empty text. A half of a tile scores there what the runs of
its symbol add up to, so a client can draw every ray without knowing the rules.
"""

from ...rules.board import EMPTY, Board

LENGTHS = ".123456789abcdef"
NO_RAY = ".."


def rays_of(board: Board) -> list[str]:
    """The texts of all spaces."""
    cells = board.cells
    return [
        "".join([_sees(cells, ray) for ray in rays]) if cells[number] == EMPTY else ""
        for number, rays in enumerate(board.layout.rays)
    ]


def update_rays(rays: list[str], before: str, board: Board) -> list[str]:
    """The texts of a board, made from those of a board that had these cells before."""
    cells, layout = board.cells, board.layout
    if cells == before:
        return rays
    taken = [at for at, cell in enumerate(cells) if cell != before[at]]
    for space in taken:
        if before[space] != EMPTY:
            return rays_of(board)  # something was taken back
    rays = rays.copy()
    for here in taken:
        rays[here] = ""
    # Only a space that looks along a run to one of the halves sees something new.
    for here in taken:
        for direction, ray in enumerate(layout.rays[here]):
            for end in ray:
                if cells[end] == EMPTY:
                    at = 2 * ((direction + 3) % 6)
                    text = rays[end]
                    sees = _sees(cells, layout.rays[end][at // 2])
                    rays[end] = text[:at] + sees + text[at + 2 :]
                    break
    return rays


def _sees(cells: str, ray: tuple[int, ...]) -> str:
    if not ray or cells[ray[0]] == EMPTY:
        return NO_RAY
    symbol, length = cells[ray[0]], 1
    while length < len(ray) and cells[ray[length]] == symbol:
        length += 1
    return symbol + LENGTHS[length]
