"""Checks a strategy file of Forms or Minefield. It knows the rules by itself and nothing of Turnpost
but the page docs/values.md: python3 reader.py FILE"""
import gzip, re, sys

def board_of(text):  # {(file, rank): 'x' or 'w'}
    rows = [re.sub(r'\d+', lambda n: '.' * int(n[0]), row) for row in text.split('/')]
    return {(f, r): c for r, row in enumerate(reversed(rows)) for f, c in enumerate(row) if c != '.'}

def cell_of(name):
    return ord(name[0]) - 97, int(name[1:]) - 1

def beside(cell):
    return [(cell[0] + x, cell[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]

def spread(begin, within):  # the cells of a set that are linked to the first ones
    seen, todo = set(begin), list(begin)
    while todo:
        for cell in beside(todo.pop()):
            if cell in within and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return seen

class Forms:
    def moves(self, board, turn):
        for start in [c for c in board if board[c] == turn]:
            empty = {(f, r) for f in range(COLS) for r in range(ROWS)} - set(board)
            ways = spread([c for c in beside(start) if c in empty], empty)
            for end in ways | {c for c in beside(start) if board.get(c, turn) != turn}:
                after = self.play(board, turn, start, end)
                if len(after) < len(board):
                    yield after
    def play(self, board, turn, start, end):
        after = {c: s for c, s in board.items() if c != start} | {end: turn}
        group = spread([end], after)
        return {c: s for c, s in after.items() if c in group}
    def reply(self, board, turn, text):
        start, end = re.split('[-x]', text)
        return self.play(board, turn, cell_of(start), cell_of(end))
    def winner(self, board, turn):  # who has no stone left has won
        return next((c for c in 'xw' if c not in board.values()), None)

class Minefield:
    def moves(self, board, turn):
        return (self.play(board, cell) for cell in board)
    def play(self, board, cell):
        old, after = board[cell], dict(board)
        for x, y in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
            run, (f, r) = [], (cell[0] + x, cell[1] + y)
            while board.get((f, r)) == old:
                run.append((f, r))
                f, r = f + x, r + y
            for each in run if (f, r) in board else []:
                after[each] = 'xw'[old == 'x']
        return after | {cell: 'xw'[old == 'x']}
    def reply(self, board, turn, text):
        return self.play(board, cell_of(text))
    def winner(self, board, turn):  # Black has the ranks, White the files; who makes both has lost
        rank = any(len({board[f, r] for f in range(COLS)}) == 1 for r in range(ROWS))
        file = any(len({board[f, r] for r in range(ROWS)}) == 1 for f in range(COLS))
        return turn if rank and file else 'x' if rank else 'w' if file else None

def images(board):
    swap = {'x': 'w', 'w': 'x'}
    for over in (False, True)[:1 + (COLS == ROWS and RULES == 'forms')]:
        for f0 in (0, COLS - 1):
            for r0 in (0, ROWS - 1):
                one = {(abs(f0 - f), abs(r0 - r)): s for (f, r), s in board.items()}
                one = {(r, f): s for (f, r), s in one.items()} if over else one
                yield frozenset(one.items())
                if RULES == 'minefield':
                    yield frozenset((c, swap[s]) for c, s in one.items())

path = sys.argv[1]
with (gzip.open if path.endswith('.gz') else open)(path, 'rt') as file:
    head, body = file.read().split('\n\n', 1)
HEAD = dict(line.split(': ') for line in head.split('\n'))
RULES = HEAD['Rules']
COLS, ROWS = map(int, HEAD['Size'].split('x'))
GAME = {'forms': Forms, 'minefield': Minefield}[RULES]()
WE, THEY = 'xw' if HEAD['Winner'] == 'first' else 'wx'
replies, used = {}, set()
for line in body.splitlines():
    size, board, turn, move = line.split(' ')
    assert turn == WE and size == HEAD['Size'], line
    replies[frozenset(board_of(board).items())] = move
assert len(replies) == int(HEAD['Positions']), 'the number of positions'

def answer(board, way):  # we are to move; the stones of the boards on the way here
    key = next((image for image in images(board) if image in replies), None)
    assert key is not None, f'no reply to {board}'
    assert key not in way, f'a circle at {board}'
    if key in used:
        return
    board = dict(key)
    after = GAME.reply(board, WE, replies[key])
    assert after in GAME.moves(board, WE), f'{replies[key]} is not legal in {board}'
    end = GAME.winner(after, THEY)
    assert end in (None, WE), f'{replies[key]} loses in {board}'
    if end is None:
        defend(after, way | {key})
    used.add(key)

def defend(board, way):
    for after in GAME.moves(board, THEY):
        end = GAME.winner(after, WE)
        assert end in (None, WE), f'{after} is lost'
        if end is None:
            answer(after, way)

sys.setrecursionlimit(100000)
start = {(f, r): 'xw'[(ROWS - 1 - r + f) % 2] for f in range(COLS) for r in range(ROWS)}
answer(start, frozenset()) if WE == 'x' else defend(start, frozenset())
assert len(used) == len(replies), 'lines that nothing leads to'
print(f'{len(used)} positions, and the {HEAD["Winner"]} player wins')
