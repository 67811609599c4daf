"""REACH, the language in which Workcraft asks MPSat, as formulas.

What depends on the graph alone (sets, quantifiers, let) is evaluated; what
depends on the marking ($place, @transition, @signal) becomes a condition of
punf-por.  EVENTS are the transitions.  Values of signals, next states and
events of a configuration are refused by name.
"""
import re
import xml.etree.ElementTree as ElementTree

TOKEN = re.compile(r'\s*("[^"]*"|<->|->|s\.t\.|!=|<=|>=|[A-Za-z_]\w*|\d+'
                   r"|[-~&|^?:=<>(){},+*\\$@']|\S)")
BINARY = [['<->'], ['->'], ['|'], ['^'], ['&'],
          ['=', '!=', '<', '<=', '>', '>=', 'in'], ['+', '\\'], ['*']]
UNARY = {'~', '$', '@', "'", 'pre', 'post', 'tran', 'sig', 'ev', 'card',
         'is_plus', 'is_minus', 'is_dummy', 'is_input', 'is_output',
         'is_internal', 'S', 'T', 'P'}
EDGE = re.compile(r'(.+?)([-+~])(?:/\d+)?')
KINDS = {'.inputs': 'INPUTS', '.outputs': 'OUTPUTS', '.internal': 'INTERNAL',
         '.dummy': 'DUMMY', '.silent': 'DUMMY'}


class Refused(Exception):
    pass


class Condition(str):
    """What depends on the marking."""


def quoted(name):
    return '"' + name.replace('\\', r'\\').replace('"', r'\"') + '"'


def _label(element):
    for child in element:
        if child.tag.rpartition('}')[2] == 'name':
            return ' '.join(''.join(child.itertext()).split())
    return element.get('id')


class Graph:
    """A signal transition graph: its text, and the same net as PNML.  Nodes
    are pairs of a letter, p, t or s, and a name."""

    def __init__(self, text, pnml):
        self.sets = {name: frozenset() for name in KINDS.values()}
        for line in text.replace('\\\n', ' ').splitlines():
            words = line.partition('#')[0].split()
            if words and words[0] in KINDS:
                self.sets[KINDS[words[0]]] |= {('s', name)
                                               for name in words[1:]}
        self.before, self.after = {}, {}
        elements = [(element.tag.rpartition('}')[2], element)
                    for element in ElementTree.fromstring(pnml).iter()]
        nodes = {}
        for tag, element in elements:
            if tag in ('place', 'transition'):
                node = (tag[0], _label(element))
                nodes[element.get('id')] = node
                self.before[node], self.after[node] = set(), set()
        for tag, element in elements:
            if tag == 'arc':
                source = nodes[element.get('source')]
                target = nodes[element.get('target')]
                self.after[source].add(target)
                self.before[target].add(source)
        places = frozenset(node for node in self.before if node[0] == 'p')
        steps = frozenset(self.before) - places
        local = self.sets['OUTPUTS'] | self.sets['INTERNAL']
        self.sets.update(
            LOCAL=local, PLACES=places, TRANSITIONS=steps, EVENTS=steps,
            SIGNALS=local | self.sets['INPUTS'] | self.sets['DUMMY'])

    @staticmethod
    def signal(node):
        edge = EDGE.fullmatch(node[1])
        return ('s', edge[1] if edge else node[1].partition('/')[0])

    def transitions(self, signal):
        return frozenset(node for node in self.sets['TRANSITIONS']
                         if self.signal(node) == signal)

    def has_edge(self, node, sign):
        edge = EDGE.fullmatch(node[1])
        return bool(edge) and edge[2] == sign


def is_consistency(text):
    """Is it the expression by which Workcraft asks for consistency?"""
    name = r'([A-Za-z_]\w*)'
    part = (r'exists {0} in {1} s\.t\. is_{2} {3} \{{ @ {3} \}}')
    plus = part.format(name, r'\2', 'plus', r'\3')
    minus = part.format(name, r'\2', 'minus', r'\4')
    return re.fullmatch(
        rf'exists {name} in SIGNALS \\ DUMMY \{{ let {name} = ev \1 \{{ '
        rf'\$ \1 & {plus} \| ~ \$ \1 & {minus} \}} \}}',
        ' '.join(tokens(text)))


def tokens(text):
    text = re.sub(r'//[^\n]*|/\*.*?\*/', ' ', text, flags=re.DOTALL)
    return TOKEN.findall(text)


def formula(text, graph):
    """A temporal formula; True or False if the marking does not matter."""
    reader = _Reader(tokens(text))
    tree = reader.expression()
    if reader.peek():
        raise Refused(f'{reader.peek()!r} is not supported in an expression')
    found = _Evaluation(graph).value(tree, {})
    if not isinstance(found, (bool, Condition)):
        raise Refused('the expression is no condition')
    return f'EF ({str(found).lower() if isinstance(found, bool) else found})'


class _Reader:
    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ''

    def next(self, wanted=None):
        word = self.peek()
        if not word or wanted not in (None, word):
            raise Refused(f'expected {wanted or "more"!r}, found '
                          f'{word or "the end"!r}')
        self.at += 1
        return word

    def take(self, word):
        if self.peek() == word:
            self.at += 1
            return True
        return False

    def expression(self):
        left = self.binary(0)
        if not self.take('?'):
            return left
        yes = self.expression()
        self.next(':')
        return ('?', left, yes, self.expression())

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            left = (self.next(), left, self.binary(level + 1))
        return left

    def unary(self):
        if self.peek() in UNARY:
            word = self.next()
            return ('unary', word, self.unary())
        return self.primary()

    def primary(self):
        word = self.next()
        if word == '(':
            inner = self.expression()
            self.next(')')
            return inner
        if word == '{':
            members = [] if self.peek() == '}' else [self.expression()]
            while self.take(','):
                members.append(self.expression())
            self.next('}')
            return ('set', members)
        if word in ('exists', 'forall', 'gather'):
            name = self.next()
            self.next('in')
            domain = self.expression()
            such = self.expression() if self.take('s.t.') else None
            return (word, name, domain, such, self.block())
        if word == 'let':
            bound = [self.binding()]
            while self.take(','):
                bound.append(self.binding())
            return ('let', bound, self.block())
        if word == 'fail':
            return ('fail', self.next())
        if not re.match(r'[\w"]', word):
            raise Refused(f'{word!r} is not supported in an expression')
        return ('word', word)

    def binding(self):
        name = self.next()
        self.next('=')
        return name, self.expression()

    def block(self):
        self.next('{')
        inner = self.expression()
        self.next('}')
        return inner


class _Evaluation:
    def __init__(self, graph):
        self.graph = graph

    def value(self, tree, names):
        kind = tree[0]
        if kind == 'word':
            return self.word(tree[1], names)
        if kind == 'set':
            return frozenset(self.value(member, names) for member in tree[1])
        if kind == 'fail':
            raise Refused(tree[1].strip('"'))
        if kind == '?':
            return self.value(tree[2 if self.fixed(tree[1], names) else 3],
                              names)
        if kind == 'let':
            names = dict(names)
            for name, bound in tree[1]:
                names[name] = self.value(bound, names)
            return self.value(tree[2], names)
        if kind in ('exists', 'forall', 'gather'):
            return self.quantified(tree, names)
        if kind == 'unary':
            return self.unary(tree[1], self.value(tree[2], names))
        return self.binary(kind, self.value(tree[1], names),
                           self.value(tree[2], names))

    def fixed(self, tree, names):
        found = self.value(tree, names)
        if isinstance(found, Condition):
            raise Refused('a choice that depends on the marking is not '
                          'supported')
        return found

    def word(self, word, names):
        if word.startswith('"'):
            return word[1:-1]
        if word.isdigit():
            return int(word)
        if word in ('true', 'false'):
            return word == 'true'
        found = names.get(word, self.graph.sets.get(word))
        if found is None:
            raise Refused(f'{word!r} is not supported in an expression')
        return found

    def quantified(self, tree, names):
        kind, name, domain, such, body = tree
        found = []
        for node in sorted(self.value(domain, names), key=str):
            inner = {**names, name: node}
            if such is None or self.fixed(such, inner):
                found.append(self.value(body, inner))
        if kind == 'gather':
            return frozenset(found)
        return join(found, 'or' if kind == 'exists' else 'and')

    def unary(self, word, x):
        if word == '~':
            return (Condition(f'not ({x})') if isinstance(x, Condition)
                    else not x)
        if word in ('S', 'T', 'P'):
            return self.named(word, x)
        if word == 'card':
            return len(x)
        if isinstance(x, frozenset):
            parts = [self.unary(word, member) for member in x]
            return frozenset().union(*(
                part if isinstance(part, frozenset) else [part]
                for part in parts))
        if not isinstance(x, tuple):
            raise Refused(f'{word} of {x!r} is not supported')
        return self.of_node(word, x)

    def named(self, word, name):
        node = (word.lower(), name)
        if node not in self.graph.before and \
                node not in self.graph.sets['SIGNALS']:
            what = {'S': 'signal', 'T': 'transition', 'P': 'place'}[word]
            raise Refused(f'there is no {what} {name}')
        return node

    def of_node(self, word, x):
        graph = self.graph
        if word == '$' and x[0] == 'p':
            return Condition(quoted(x[1]))
        if word == '@' and x[0] != 'p':
            edges = [x] if x[0] == 't' else sorted(graph.transitions(x))
            words = ', '.join(quoted(edge[1]) for edge in edges)
            return Condition(f'fireable({words})') if edges else False
        if word in ('pre', 'post') and x[0] != 's':
            return frozenset((graph.before if word == 'pre'
                              else graph.after)[x])
        if word in ('tran', 'ev') and x[0] != 'p':
            return graph.transitions(x) if x[0] == 's' else frozenset([x])
        if word == 'sig' and x[0] != 'p':
            return graph.signal(x) if x[0] == 't' else x
        if word in ('is_plus', 'is_minus') and x[0] == 't':
            return graph.has_edge(x, '+' if word == 'is_plus' else '-')
        kinds = {'is_dummy': 'DUMMY', 'is_input': 'INPUTS',
                 'is_output': 'OUTPUTS', 'is_internal': 'INTERNAL'}
        if word in kinds and x[0] != 'p':
            signal = graph.signal(x) if x[0] == 't' else x
            return signal in graph.sets[kinds[word]]
        what = {'p': 'place', 't': 'transition', 's': 'signal'}[x[0]]
        raise Refused(f'{word} of {what} {x[1]} is not supported')

    @staticmethod
    def binary(word, x, y):
        if word in ('&', '|'):
            return join([x, y], 'and' if word == '&' else 'or')
        if word in ('->', '<->', '^'):
            if not isinstance(x, Condition) and not isinstance(y, Condition):
                return {'->': not x or y, '<->': x == y, '^': x != y}[word]
            words = {'->': '->', '<->': 'iff', '^': 'xor'}
            return Condition(f'({condition(x)} {words[word]} {condition(y)})')
        if isinstance(x, Condition) or isinstance(y, Condition):
            raise Refused(f'{word!r} of conditions is not supported')
        return {'=': lambda: x == y, '!=': lambda: x != y,
                '<': lambda: x < y, '<=': lambda: x <= y,
                '>': lambda: x > y, '>=': lambda: x >= y,
                'in': lambda: x in y,
                '+': lambda: x + y if isinstance(x, int) else x | y,
                '\\': lambda: x - y, '*': lambda: x & y}[word]()


def condition(x):
    return x if isinstance(x, Condition) else str(x).lower()


def join(parts, word):
    """Of conditions and truth values."""
    whole = word == 'and'
    if any(not isinstance(part, Condition) and bool(part) != whole
           for part in parts):
        return not whole
    open_ = list(dict.fromkeys(
        part for part in parts if isinstance(part, Condition)))
    if len(open_) < 2:
        return open_[0] if open_ else whole
    return Condition('(' + f' {word} '.join(open_) + ')')
