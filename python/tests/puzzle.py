"""A question that takes every engine longer than a test may wait."""
import itertools

from punfpor import Builder

SIDE = 4
CELLS = list(itertools.product(range(SIDE), repeat=2))


def net():
    """The sliding puzzle: tile 0 is the hole, ci_t says that cell i has tile
    t, and the tiles start in order."""
    builder = Builder('puzzle')
    for i, t in itertools.product(range(SIDE * SIDE), repeat=2):
        builder.place(f'c{i}_{t}', marked=i == t)
    for (i, cell), (j, other) in itertools.product(enumerate(CELLS), repeat=2):
        if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1:
            for t in range(1, SIDE * SIDE):
                builder.transition(f'm{t}_{i}_{j}', [f'c{i}_{t}', f'c{j}_0'],
                                   [f'c{j}_{t}', f'c{i}_0'])
    return builder.finish()


# Two tiles exchanged, which no sequence of moves can do.
NEVER = ['c1_2', 'c2_1'] + [f'c{i}_{i}' for i in range(SIDE * SIDE)
                            if i not in (1, 2)]
