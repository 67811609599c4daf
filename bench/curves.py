"""Curves of seconds against a size, on a logarithmic axis, as SVG."""
import math

COLOURS = '#b03030', '#1f5f8b', '#3a7d34', '#8a5a00'


def draw(path, curves):
    """Of {name: [(size, seconds), ...]}.  Both axes begin at the lower left."""
    sizes = sorted({n for points in curves.values() for n, _ in points})
    top = max(1, math.log10(1000 * max(
        y for points in curves.values() for _, y in points) + 1))

    def at(n, seconds):
        return (60 + 380 * n / sizes[-1],
                260 - 220 * math.log10(1000 * seconds + 1) / top)

    lines = []
    for colour, (name, points) in zip(COLOURS, curves.items()):
        places = [at(*point) for point in points]
        lines.append(f'<polyline fill="none" stroke="{colour}" points="' +
                     ' '.join(f'{x:.1f},{y:.1f}' for x, y in places) +
                     f'"/><text x="{places[-1][0]:.1f}" '
                     f'y="{places[-1][1] - 6:.1f}" text-anchor="end" '
                     f'fill="{colour}">{name}</text>')
    lines += [f'<text x="55" y="{264 - 220 * k / top:.1f}" text-anchor="end">'
              f'{10 ** k} ms</text>' for k in range(int(top) + 1)]
    lines += [f'<text x="{at(n, 0)[0]:.1f}" y="280" text-anchor="middle">{n}'
              '</text>' for i, n in enumerate(sizes)
              if not i or at(n, 0)[0] - at(sizes[i - 1], 0)[0] > 12]
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="460" height="300" '
        'font-family="Helvetica, Arial, sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        '<path d="M60 20 V260 H440" fill="none" stroke="#888888"/>\n' +
        '\n'.join(lines) + '\n</svg>\n')
