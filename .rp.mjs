import { domainToASCII } from "node:url";
import { Temporal } from "temporal-polyfill";
import { distance } from "fastest-levenshtein";
import "glicko2-lite";
import wrapAnsi from "wrap-ansi";
import { isArgumentElement, isPluralElement, isSelectElement, parse } from "@formatjs/icu-messageformat-parser";
import { Eta } from "eta";
import { ErrorCode, FormatError, IntlMessageFormat } from "intl-messageformat";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

// src/result.ts
/** Wraps a success. */
const ok = (value) => ({
	ok: true,
	value
});
/** Wraps an expected failure. */
const err = (error) => ({
	ok: false,
	error
});

// src/engine/shape/legal.ts
/**
* Calls a state of play legal. For the rules alone: when they have looked at it, for their first
* position, and for what a legal move makes of a position.
*/
const legal = (rules, board, turn) => ({
	rules,
	board,
	turn
});

// src/engine/shape/refusal.ts
/** How a game can end, other than by the players' agreement. */
const OUTCOME_REASONS = [
	"last-stone-gone",
	"full-row",
	"full-column",
	"nobody-won",
	"both-lines"
];
/** Refuses a move, with exactly the facts of its code. */
const refuseMove = (code, facts) => err({
	code,
	facts
});
/** Refuses a set-up, with exactly the facts of its code. */
const refuseSetup = (code, facts) => err({
	code,
	facts
});
/** Refuses a text, with exactly the facts of its code. */
const refuseText = (code, facts) => err({
	code,
	facts
});

// src/engine/shape/sides.ts
/** The sides of a game of stones in which Black begins. */
const STONE_SIDES = [{
	colour: "black",
	name: "black",
	sign: "#"
}, {
	colour: "white",
	name: "white",
	sign: "O"
}];
/** The side that has a colour. */
const sideOf = ({ sides: [first, second] }, colour) => first.colour === colour ? first : second;

// src/engine/stones/cell.ts
/** The cell of a file and a rank, both counted from 0. */
const cellOf = (file, rank) => rank * 32 + file;
/** The file of a cell, from 0. */
const fileOf$1 = (cell) => cell & 31;
/** The rank of a cell, from 0. */
const rankOf = (cell) => cell >> 5;
/** Whether a board of this size has the cell. */
const onBoard = (size, cell) => cell >= 0 && fileOf$1(cell) < size.cols && rankOf(cell) < size.rows;
/** Whether two cells share a side. */
const adjacent = (one, other) => Math.abs(fileOf$1(one) - fileOf$1(other)) + Math.abs(rankOf(one) - rankOf(other)) === 1;
/** The top right cell of a board, the last one in numeric order. */
const lastCellOf = (size) => cellOf(size.cols - 1, size.rows - 1);
/**
* Reads the name of a cell, `e4` or `E4`; anything else is undefined. Ranks up to 99 are read
* although no board has them, so that a slip such as `e44` can be answered with "off the board".
*/
const parseCell = (text) => {
	if (!/^[a-z][1-9][0-9]?$/i.test(text)) return void 0;
	return cellOf((text.charCodeAt(0) | 32) - 97, Number(text.slice(1)) - 1);
};
/** Writes the name of a cell: file letter, then rank number. */
const makeCell = (cell) => `${String.fromCharCode(97 + fileOf$1(cell))}${rankOf(cell) + 1}`;

// src/engine/stones/cellset.ts
/** The ranks of a set, empty or with one cell in it. */
const makeSet = (ranks, cell) => {
	const set = new Array(ranks).fill(0);
	if (cell !== void 0) set[rankOf(cell)] = 1 << fileOf$1(cell);
	return set;
};
const hasCell = (set, cell) => ((set[rankOf(cell)] ?? 0) >> fileOf$1(cell) & 1) === 1;
const withCell = (set, cell) => {
	const more = set.slice();
	more[rankOf(cell)] = (more[rankOf(cell)] ?? 0) | 1 << fileOf$1(cell);
	return more;
};
const withoutCell = (set, cell) => {
	const less = set.slice();
	less[rankOf(cell)] = (less[rankOf(cell)] ?? 0) & ~(1 << fileOf$1(cell));
	return less;
};
const union = (one, other) => one.map((row, rank) => row | (other[rank] ?? 0));
const intersection = (one, other) => one.map((row, rank) => row & (other[rank] ?? 0));
const difference = (one, other) => one.map((row, rank) => row & ~(other[rank] ?? 0));
const isEmpty = (set) => {
	for (const row of set) if (row !== 0) return false;
	return true;
};
/** How many cells of one rank are set: counted in pairs of bits, then fours, then bytes. */
const countRow = (row) => {
	const pairs = row - (row >> 1 & 1431655765);
	const fours = (pairs & 858993459) + (pairs >> 2 & 858993459);
	return Math.imul(fours + (fours >> 4) & 252645135, 16843009) >>> 24;
};
const countCells = (set) => {
	let count = 0;
	for (const row of set) count += countRow(row);
	return count;
};
/** The file of the leftmost cell of a rank that is not empty. */
const lowestFile = (row) => 31 - Math.clz32(row & -row);
/** The cells of a set in numeric order: rank by rank from the bottom, each from the left. */
const cellsOf$1 = (set) => {
	const cells = [];
	for (let rank = 0; rank < set.length; rank++) for (let row = set[rank] ?? 0; row !== 0; row &= row - 1) cells.push(cellOf(lowestFile(row), rank));
	return cells;
};
/** The first cell in numeric order, undefined when there is none. */
const firstCell = (set) => {
	const rank = set.findIndex((row) => row !== 0);
	return rank < 0 ? void 0 : cellOf(lowestFile(set[rank] ?? 0), rank);
};

// src/engine/stones/board.ts
const opposite = (colour) => colour === "black" ? "white" : "black";
/** A board whose stones are chosen cell by cell; undefined leaves the cell empty. */
const fillBoard = ({ cols, rows }, colourOn) => {
	const black = new Array(rows).fill(0);
	const white = new Array(rows).fill(0);
	for (let rank = 0; rank < rows; rank++) for (let file = 0; file < cols; file++) {
		const colour = colourOn(file, rank);
		if (colour === "black") black[rank] = (black[rank] ?? 0) | 1 << file;
		if (colour === "white") white[rank] = (white[rank] ?? 0) | 1 << file;
	}
	return {
		cols,
		rows,
		black,
		white
	};
};
/** A full board in alternating colours whose top left stone is Black. */
const checkerboard = (size) => fillBoard(size, (file, rank) => (size.rows - 1 - rank + file) % 2 === 0 ? "black" : "white");
/** The colour of the stone on a cell, undefined when it is empty or off the board. */
const colourAt = (board, cell) => {
	if (hasCell(board.black, cell)) return "black";
	return hasCell(board.white, cell) ? "white" : void 0;
};
/** All stones, of either colour. */
const stonesOf = (board) => union(board.black, board.white);
/** All cells without a stone. */
const emptiesOf = (board) => {
	const full = fullRow(board);
	return board.black.map((row, rank) => full & ~(row | (board.white[rank] ?? 0)));
};
/** A rank with a stone on every file, as one integer. */
const fullRow = (size) => (1 << size.cols) - 1;

// src/engine/stones/connection.ts
/** The cells of `within` that share a side with a cell of `set`. */
const touching = (set, within) => {
	const found = within.slice();
	let below = 0;
	let row = set[0] ?? 0;
	for (let rank = 0; rank < within.length; rank++) {
		const above = set[rank + 1] ?? 0;
		found[rank] = (row << 1 | row >> 1 | below | above) & (within[rank] ?? 0);
		below = row;
		row = above;
	}
	return found;
};
/** The cells of `within` that share a side with two or more cells of `set`. */
const crowded = (set, within) => {
	const found = within.slice();
	let below = 0;
	let row = set[0] ?? 0;
	for (let rank = 0; rank < within.length; rank++) {
		const above = set[rank + 1] ?? 0;
		const left = row << 1;
		const right = row >> 1;
		const twice = left & right | below & above | (left | right) & (below | above);
		found[rank] = twice & (within[rank] ?? 0);
		below = row;
		row = above;
	}
	return found;
};
/** The cells of `within` that a chain of orthogonal steps inside it links to a cell of `seed`. */
const flood = (seed, within) => {
	const found = seed.slice();
	sweepUp(found, within);
	while (sweepDown(found, within) && sweepUp(found, within));
	return found;
};
/** The group of stones that the stone on `cell` belongs to. */
const groupAt = (cell, stones) => flood(makeSet(stones.length, cell), stones);
/** The groups that stones fall into, ordered by their first cell. */
const groupsOf = (stones) => {
	const groups = [];
	let left = stones;
	for (let cell = firstCell(left); cell !== void 0; cell = firstCell(left)) {
		const group = groupAt(cell, left);
		groups.push(group);
		left = difference(left, group);
	}
	return groups;
};
/**
* Whether the stones beside `cell` are linked to each other by the eight cells around it. If so, the
* group they belong to stays whole when the stone on `cell` leaves, and no flood need prove it.
*/
const linkedAround = (cell, stones) => {
	const file = fileOf$1(cell);
	const rank = rankOf(cell);
	const below = rank === 0 ? 0 : stones[rank - 1] ?? 0;
	const above = stones[rank + 1] ?? 0;
	const ring = threeAt(above, file) << 6 | threeAt(stones[rank] ?? 0, file) << 3 | threeAt(below, file);
	return LINKED_RINGS[ring] === 1;
};
/** Three cells of a rank, the middle one on `file`. */
const threeAt = (row, file) => row << 1 >> file & 7;
const sweepUp = (found, within) => {
	let changed = false;
	let below = 0;
	for (let rank = 0; rank < found.length; rank++) {
		const old = found[rank] ?? 0;
		below = fillRuns(old | below, within[rank] ?? 0);
		if (below !== old) {
			found[rank] = below;
			changed = true;
		}
	}
	return changed;
};
const sweepDown = (found, within) => {
	let changed = false;
	let above = 0;
	for (let rank = found.length - 1; rank >= 0; rank--) {
		const old = found[rank] ?? 0;
		above = fillRuns(old | above, within[rank] ?? 0);
		if (above !== old) {
			found[rank] = above;
			changed = true;
		}
	}
	return changed;
};
/**
* The unbroken runs of `open` that `seed` meets. Adding a bit to a run of ones carries to its end:
* that fills to the right end of the board in one step. The other way doubles its reach each step.
*/
const fillRuns = (seed, open) => {
	let found = seed & open;
	if (found === 0 || found === open) return found;
	found |= open & ~(open + found);
	let way = open;
	for (let reach = 1; reach < 32; reach <<= 1) {
		found |= way & found >> reach;
		way &= way >> reach;
	}
	return found;
};
/** For each of the 512 fillings of nine cells, whether the ring links the four middle stones. */
const LINKED_RINGS = Uint8Array.from({ length: 512 }, (_, filling) => {
	const ring = [
		filling & 7,
		filling >> 3 & 5,
		filling >> 6
	];
	const beside = intersection(ring, [
		2,
		5,
		2
	]);
	const start = firstCell(beside);
	return start === void 0 || isEmpty(difference(beside, groupAt(start, ring))) ? 1 : 0;
});

// src/engine/stones/move-notation.ts
/**
* Reads `e4e2`, also written `e4-e2`, `e4xe2` or `e4 e2`, in any case; anything else is undefined.
* The sign between the cells is not compared with what the move does.
*/
const parseFromTo = (text) => {
	if (text.length > MOVE_CHARS_MAX) return void 0;
	const [, fromText, toText] = FROM_TO.exec(text.trim()) ?? [];
	const from = parseCell(fromText ?? "");
	const to = parseCell(toText ?? "");
	return from === void 0 || to === void 0 ? void 0 : {
		from,
		to
	};
};
/** Reads one cell, `c6` or `C6`; anything else is undefined. */
const parsePick = (text) => text.length > MOVE_CHARS_MAX ? void 0 : parseCell(text.trim());
/** Writes a move as `e4-e2`, or as `e4xe2` when it captures. */
const makeStoneMove = ({ from, to, captures }) => `${makeCell(from)}${captures ? "x" : "-"}${makeCell(to)}`;
/** `z26 x z26` has nine characters; the rest is for blanks around it. */
const MOVE_CHARS_MAX = 24;
const FROM_TO = /^([a-z][1-9][0-9]?)(?: *[-x] *| +)?([a-z][1-9][0-9]?)$/i;

// src/engine/stones/notation.ts
/**
* Stones on a board as text, in the notation of the sources' diagrams: `4x4 4/.xx./.ww./4 x`. The
* size, the ranks from the top, `/` between them, `x` a black and `w` a white stone (upper case
* reads the same), `.` one empty cell, a number so many empty cells; then the side to move.
*/
/** A full board of 26 x 26 takes 701 characters, the words around it at most 50. */
const POSITION_CHARS_MAX = 800;
/** Reads a set-up without asking any rules whether it is legal. Takes linear time, never throws. */
const parseSetup = (text) => {
	const [sizeText, boardText, turnText, ...more] = text.split(" ");
	if (!sizeText || !boardText || !turnText || more.length > 0) return refuseText("not-a-position", {});
	const size = parseSize(sizeText);
	if (!size) return refuseText("not-a-size", { sideMax: 26 });
	const turn = parseColour(turnText);
	if (!turn) return refuseText("bad-turn", {});
	const board = parseBoard(boardText, size);
	return board.ok ? ok({
		board: board.value,
		turn
	}) : board;
};
/** Writes a set-up, legal or not. `parseSetup` reads it back to an equal value. */
const makeSetup = ({ board, turn }) => `${makeSize(board)} ${makeBoard(board)} ${makeColour(turn)}`;
/** Reads a size such as `8x8` or `12X10`, each side from 1 to 26; anything else is undefined. */
const parseSize = (text) => {
	const [, cols, rows] = /^([1-9][0-9]?)x([1-9][0-9]?)$/i.exec(text) ?? [];
	if (cols === void 0 || rows === void 0) return void 0;
	const size = {
		cols: Number(cols),
		rows: Number(rows)
	};
	return Math.max(size.cols, size.rows) <= 26 ? size : void 0;
};
/** Writes a size as `8x8`. */
const makeSize = ({ cols, rows }) => `${cols}x${rows}`;
/** Reads the board part. Without a size, the top rank and the number of ranks tell it. */
const parseBoard = (text, size) => {
	if (text.length > 800) return refuseText("too-long", { charsMax: 800 });
	const ranks = text.split("/").map(parseRank).reverse();
	const rows = size?.rows ?? Math.min(ranks.length, 26);
	if (ranks.length !== rows) return refuseText("bad-ranks", { rows });
	const unreadable = ranks.indexOf(void 0);
	if (unreadable >= 0) return refuseText("bad-character", { rank: unreadable + 1 });
	const cols = size?.cols ?? Math.min(Math.max(ranks.at(-1)?.length ?? 0, 1), 26);
	const ragged = ranks.findIndex((cells) => cells?.length !== cols);
	if (ragged >= 0) return refuseText("bad-rank", {
		rank: ragged + 1,
		cols
	});
	return ok(fillBoard({
		cols,
		rows
	}, (file, rank) => ranks[rank]?.[file]));
};
/** Writes the board part: `.` for one empty cell, a number for more. */
const makeBoard = (board) => {
	const ranks = [];
	for (let rank = board.rows - 1; rank >= 0; rank--) {
		let text = "";
		for (let file = 0; file < board.cols; file++) {
			const colour = colourAt(board, cellOf(file, rank));
			text += colour ? makeColour(colour) : ".";
		}
		ranks.push(text.replace(/\.{2,}/g, (empties) => String(empties.length)));
	}
	return ranks.join("/");
};
/** Reads `x` as Black and `w` as White, in either case; anything else is undefined. */
const parseColour = (text) => {
	if (text === "x" || text === "X") return "black";
	return text === "w" || text === "W" ? "white" : void 0;
};
/** Writes a colour as `x` or `w`. */
const makeColour = (colour) => colour === "black" ? "x" : "w";
/** The cells of one rank from the left; undefined when a character stands for nothing. */
const parseRank = (text) => {
	const cells = [];
	for (const [token] of text.matchAll(/[1-9][0-9]?|./gs)) {
		const colour = parseColour(token);
		const empties = token === "." ? 1 : Number.parseInt(token, 10);
		if (colour) cells.push(colour);
		else if (empties > 0) for (let count = 0; count < empties; count++) cells.push(void 0);
		else return void 0;
	}
	return cells;
};

// src/engine/stones/stone-view.ts
/** The stones of both colours, with the signs that a board has in text. */
const STONES = {
	black: {
		owner: "black",
		kind: "stone",
		sign: "#"
	},
	white: {
		owner: "white",
		kind: "stone",
		sign: "O"
	}
};
/** A board of stones as it is drawn: its ranks are counted from the bottom. */
const stoneView = ({ board }) => ({
	grid: "squares",
	files: Array.from({ length: board.cols }, (_, file) => String.fromCharCode(97 + file)),
	lines: Array.from({ length: board.rows }, (_, index) => {
		const rank = board.rows - 1 - index;
		const [blacks, whites] = [board.black[rank] ?? 0, board.white[rank] ?? 0];
		const spots = Array.from({ length: board.cols }, (_, file) => {
			const isStone = (row) => (row >> file & 1) === 1;
			return (isStone(blacks) ? SPOTS.black : isStone(whites) ? SPOTS.white : SPOTS.empty)[cellOf(file, rank)];
		});
		return {
			label: String(rank + 1),
			shift: 0,
			spots
		};
	})
});
/** A spot for each cell that there can be. A letter has hundreds of them, so they are made once. */
const spotsWith = (thing) => Array.from({ length: cellOf(0, 26) }, (_, cell) => ({
	name: makeCell(cell),
	...thing && { thing }
}));
const SPOTS = {
	black: spotsWith(STONES.black),
	white: spotsWith(STONES.white),
	empty: spotsWith()
};

// src/engine/stones/symmetry.ts
/**
* Every form of a position that is the same game, the position itself first: mirrored, turned, and
* with other colours. The player to move has the same value in all. Equal forms may come more than
* once; a quarter turn of a board of 4x6 is one of 6x4.
*/
const equivalentsUnder = (symmetry) => ({ rules, board, turn }) => CHANGES.map((change) => {
	const swapsSeats = (change.overDiagonal && symmetry.turnSwapsSeats) !== (change.otherColours && symmetry.coloursSwapSeats);
	return legal(rules, changeBoard(board, change), swapsSeats ? opposite(turn) : turn);
});
const EITHER = [false, true];
const CHANGES = EITHER.flatMap((overDiagonal) => EITHER.flatMap((leftToRight) => EITHER.flatMap((upsideDown) => EITHER.map((otherColours) => ({
	overDiagonal,
	leftToRight,
	upsideDown,
	otherColours
})))));
const changeBoard = (board, change) => {
	const size = change.overDiagonal ? {
		cols: board.rows,
		rows: board.cols
	} : board;
	return fillBoard(size, (file, rank) => {
		const fileBefore = change.leftToRight ? size.cols - 1 - file : file;
		const rankBefore = change.upsideDown ? size.rows - 1 - rank : rank;
		const colour = change.overDiagonal ? colourAt(board, cellOf(rankBefore, fileBefore)) : colourAt(board, cellOf(fileBefore, rankBefore));
		return colour && change.otherColours ? opposite(colour) : colour;
	});
};

// src/engine/stones/off-board.ts
/** Refuses a cell that a board of this size does not have. */
const refuseOffBoard = (size, cell) => refuseMove("off-board", {
	cell: makeCell(cell),
	cols: size.cols,
	rows: size.rows,
	lastCell: makeCell(lastCellOf(size))
});

// src/engine/games/forms/play.ts
/**
* Plays a move of either game of Forms: the stone goes to its cell, in place of an enemy stone if
* one stands there, and then every stone that is not in its group leaves the board. Connection is
* judged only now, so what was apart while the stone was on its way does not count.
*/
const playStone = ({ rules, board, turn }, { from, to, captures }) => {
	const { cols, rows } = board;
	const opponent = opposite(turn);
	const mine = withCell(withoutCell(board[turn], from), to);
	const theirs = captures ? withoutCell(board[opponent], to) : board[opponent];
	const stones = union(mine, theirs);
	const group = groupAfter(stones, {
		from,
		to,
		captures
	});
	const [mineLeft, theirsLeft] = [intersection(mine, group), intersection(theirs, group)];
	const [black, white] = turn === "black" ? [mineLeft, theirsLeft] : [theirsLeft, mineLeft];
	return {
		position: legal(rules, {
			cols,
			rows,
			black,
			white
		}, opponent),
		effects: () => {
			const removed = difference(stones, group);
			const lost = countCells(removed) + (captures ? 1 : 0);
			return {
				reached: [makeCell(to)],
				vacated: cellsOf$1(withCell(removed, from)).map(makeCell),
				told: {
					code: "played",
					facts: { lost }
				}
			};
		}
	};
};
/**
* The group of the stone that moved. The stones were one group before, so when a capture leaves
* those beside the origin linked to each other they still are, and no flood is needed.
*/
const groupAfter = (stones, { from, to, captures }) => captures && linkedAround(from, stones) ? stones : groupAt(to, stones);
/** A player whose last stone is gone has won: the opponent made the last move. */
const lastStoneGone = ({ board }) => {
	if (isEmpty(board.black)) return {
		winner: "black",
		reason: "last-stone-gone"
	};
	if (isEmpty(board.white)) return {
		winner: "white",
		reason: "last-stone-gone"
	};
};

// src/engine/games/forms/move.ts
/**
* Reads a move of either game of Forms and checks what both ask of it: it takes one of the mover's
* stones to a cell where none of them stands.
*/
const readStoneMove = (position, text) => {
	const { board, turn } = position;
	const move = parseFromTo(text);
	if (!move) return refuseMove("not-a-move", {});
	if (lastStoneGone(position)) return refuseMove("game-over", {});
	for (const cell of [move.from, move.to]) if (!onBoard(board, cell)) return refuseOffBoard(board, cell);
	const from = makeCell(move.from);
	const to = makeCell(move.to);
	if (from === to) return refuseMove("same-cell", { cell: from });
	const owner = colourAt(board, move.from);
	if (!owner) return refuseMove("no-stone", { cell: from });
	if (owner !== turn) return refuseMove("not-yours", {
		cell: from,
		owner
	});
	if (colourAt(board, move.to) === turn) return refuseMove("own-stone", { to });
	return ok(move);
};

// src/engine/search/field.ts
/** The rectangle around the stones of a board and up to `margin` cells more on each side. */
const fieldAround = (board, margin) => {
	const stones = cellsOf$1(stonesOf(board));
	const [left, cols] = stretch(stones.map(fileOf$1), margin, board.cols);
	const [bottom, rows] = stretch(stones.map(rankOf), margin, board.rows);
	const upright = cols <= rows;
	const width = Math.min(cols, rows);
	const height = Math.max(cols, rows);
	const numberOf = (cell) => {
		const file = fileOf$1(cell) - left;
		const rank = rankOf(cell) - bottom;
		return upright ? rank * (width + 1) + file : file * (width + 1) + rank;
	};
	return {
		...gridOf(width, height),
		numberOf
	};
};
/** Writes a set of cells of the board into its words, from `at` on. */
const packCells = (field, set, into, at) => {
	into.fill(0, at, at + field.words);
	for (const cell of cellsOf$1(set)) addNumber(into, at, field.numberOf(cell));
};
/** Adds a cell to the set that begins at `at`. */
const addNumber = (into, at, number) => {
	const word = at + (number >> 5);
	into[word] = (into[word] ?? 0) | 1 << (number & 31);
};
/** Where a stretch around some places begins and how long it is, on a side of a board. */
const stretch = (places, margin, side) => {
	const first = Math.max(0, Math.min(...places) - margin);
	return [first, Math.min(side - 1, Math.max(...places) + margin) - first + 1];
};
const gridOf = (width, height) => {
	const stride = width + 1;
	const words = stride * height + 30 >> 5;
	const cells = new Int32Array(words);
	const neighbours = new Int32Array(stride * height * words);
	for (let rank = 0; rank < height; rank++) for (let file = 0; file < width; file++) {
		const number = rank * stride + file;
		addNumber(cells, 0, number);
		if (file > 0) addNumber(neighbours, number * words, number - 1);
		if (file < width - 1) addNumber(neighbours, number * words, number + 1);
		if (rank > 0) addNumber(neighbours, number * words, number - stride);
		if (rank < height - 1) addNumber(neighbours, number * words, number + stride);
	}
	return {
		words,
		stride,
		cells,
		neighbours
	};
};

// src/engine/search/position-stack.ts
/**
* The positions of a search, one behind the other: the one in question, the ones its moves lead to,
* then those that the moves of one of these lead to, and so on. A position is known by the place
* where it begins. It has the stones of the player to move, the stones of the opponent, and two
* numbers that belong to the search.
*/
var PositionStack = class {
	words;
	/** Where the next position comes. */
	top = 0;
	/** How many words the stones of one colour fill. */
	setWords;
	/** How many words a position fills. */
	positionWords;
	constructor(field) {
		this.setWords = field.words;
		this.positionWords = 2 * field.words + 2;
		this.words = new Int32Array(POSITIONS_MIN * this.positionWords);
	}
	/**
	* Adds the position after a move from the one at `at`: a stone comes to stand on the cell of number
	* `to`, and of the other stones those in `kept` stay. When the opponent is left without a stone
	* nothing is added, because then the mover has lost.
	*/
	pushMove(at, to, kept) {
		const { top, setWords } = this;
		if (top + this.positionWords > this.words.length) this.makeRoom();
		const words = this.words;
		let opponents = 0;
		for (let word = 0; word < setWords; word++) {
			const landing = word === to >> 5 ? 1 << (to & 31) : 0;
			const stay = kept[word] ?? 0;
			const theirs = (words[at + setWords + word] ?? 0) & stay & ~landing;
			words[top + word] = theirs;
			words[top + setWords + word] = (words[at + word] ?? 0) & stay | landing;
			opponents |= theirs;
		}
		if (opponents !== 0) this.top = top + this.positionWords;
	}
	makeRoom() {
		const more = new Int32Array(2 * this.words.length);
		more.set(this.words);
		this.words = more;
	}
};
/** Room to begin with: enough for most searches on a small board. */
const POSITIONS_MIN = 4096;

// src/engine/search/proof-table.ts
/**
* What a search knows of the positions it has looked at, by the exact stones of each: two different
* positions are never taken for one another. One flat array with open addressing, because a Map of
* millions of texts would take ten times the room.
*/
var ProofTable = class {
	/** A slot has the words of a position and two numbers, both 0 while it is empty. */
	slots;
	slotsMask;
	used = 0;
	keyWords;
	slotWords;
	constructor(keyWords) {
		this.keyWords = keyWords;
		this.slotWords = keyWords + 2;
		this.slots = new Int32Array(SLOTS_MIN * this.slotWords);
		this.slotsMask = SLOTS_MIN - 1;
	}
	/** Whether the table has no room to grow any more. */
	get isFull() {
		return this.isCrowded && 2 * this.slots.byteLength > BYTES_MAX;
	}
	/** Copies the two numbers of the position whose words begin at `at` behind these words, if known. */
	read(words, at) {
		const found = this.slotOf(words, at) + this.keyWords;
		const [first, second] = [this.slots[found] ?? 0, this.slots[found + 1] ?? 0];
		if ((first | second) === 0) return false;
		words[at + this.keyWords] = first;
		words[at + this.keyWords + 1] = second;
		return true;
	}
	/** Keeps a position with the two numbers behind its words, at least one of which is not 0. */
	write(words, at) {
		let slot = this.slotOf(words, at);
		if (this.isEmpty(slot)) {
			this.used++;
			if (this.isCrowded) {
				this.grow();
				slot = this.slotOf(words, at);
			}
		}
		for (let word = 0; word < this.slotWords; word++) this.slots[slot + word] = words[at + word] ?? 0;
	}
	/** Two thirds: beyond that, the way to a free slot grows long. */
	get isCrowded() {
		return 3 * this.used > 2 * (this.slotsMask + 1);
	}
	isEmpty(slot) {
		const numbers = slot + this.keyWords;
		return ((this.slots[numbers] ?? 0) | (this.slots[numbers + 1] ?? 0)) === 0;
	}
	/** Where the slot of a position begins: the one that has it, or else the empty one it will have. */
	slotOf(words, at) {
		const { slots, slotsMask, slotWords, keyWords } = this;
		for (let index = hashOf(words, at, keyWords);; index++) {
			index &= slotsMask;
			const slot = index * slotWords;
			let word = 0;
			while (word < keyWords && slots[slot + word] === words[at + word]) word++;
			if (word === keyWords || this.isEmpty(slot)) return slot;
		}
	}
	grow() {
		if (2 * this.slots.byteLength > BYTES_MAX) return;
		const old = this.slots;
		this.slots = new Int32Array(2 * old.length);
		this.slotsMask = 2 * this.slotsMask + 1;
		for (let at = 0; at < old.length; at += this.slotWords) {
			const numbers = at + this.keyWords;
			if (((old[numbers] ?? 0) | (old[numbers + 1] ?? 0)) === 0) continue;
			this.slots.set(old.subarray(at, at + this.slotWords), this.slotOf(old, at));
		}
	}
};
const SLOTS_MIN = 4096;
/** With the old table beside the new one while it grows, a search stays below a gibibyte. */
const BYTES_MAX = 536870912;
/** Spreads positions over the table; it need not tell them apart. */
const hashOf = (words, at, keyWords) => {
	let hash = 0;
	for (let word = 0; word < keyWords; word++) {
		hash = Math.imul(hash ^ (words[at + word] ?? 0), 2654435761);
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash, 2246822507);
	return hash ^ hash >>> 13;
};

// src/engine/search/proof-search.ts
/**
* Depth-first proof-number search (df-pn, A. Nagai 2002), with memory. Each position has two numbers:
* how far it seems to be from a proof that the player to move wins, and from one that he loses. A
* move wins when it leads to a lost position, and a position is lost when every move leads to a won
* one: so the first number is the least of the second numbers of its successors, and the second is
* the sum of their first numbers. The search goes where a proof seems nearest, and turns elsewhere
* as soon as another one seems nearer. Stones only leave the board, so no position comes again in a
* game, and what is found about one does not depend on the way to it.
*/
var ProofSearch = class {
	effort;
	stack;
	successors;
	known;
	/** The two numbers stand so many words behind the beginning of a position. */
	toWin;
	toLose;
	constructor(field, successors, effort) {
		this.effort = effort;
		this.stack = new PositionStack(field);
		this.successors = successors;
		this.known = new ProofTable(2 * field.words);
		this.toWin = 2 * field.words;
		this.toLose = this.toWin + 1;
	}
	/**
	* The value of the position that `write` writes, or undefined when the effort is spent or the memory
	* is full. Both players have stones in it. What was found about it is kept for the next time.
	*/
	evaluate(write) {
		const { stack, toWin, toLose } = this;
		write(stack.words);
		stack.top = stack.positionWords;
		this.lookUp(0);
		if (!this.isBeyond(0, NEVER, NEVER)) this.search(0, NEVER, NEVER);
		if (stack.words[toWin] === 0) return "win";
		return stack.words[toLose] === 0 ? "loss" : void 0;
	}
	/** Works on the position at `at` until one of its numbers has come to its bound. */
	search(at, toWinMax, toLoseMax) {
		const { stack, toWin, toLose } = this;
		this.known.read(stack.words, at);
		if (this.isBeyond(at, toWinMax, toLoseMax) || this.isSpent) return;
		const { top: begin, positionWords } = stack;
		this.successors.push(stack, at);
		const end = stack.top;
		this.effort.spend((end - begin) / positionWords);
		for (let next = begin; next < end; next += positionWords) this.lookUp(next);
		for (;;) {
			const { words } = stack;
			let best = begin;
			let least = NEVER;
			let second = NEVER;
			let sum = 0;
			for (let next = begin; next < end; next += positionWords) {
				const number = words[next + toLose] ?? 0;
				sum += words[next + toWin] ?? 0;
				if (number < least) {
					second = least;
					least = number;
					best = next;
				} else if (number < second) second = number;
			}
			sum = least === 0 ? NEVER : Math.min(sum, FARTHEST);
			words[at + toWin] = least;
			words[at + toLose] = sum;
			if (this.isBeyond(at, toWinMax, toLoseMax) || this.isSpent) break;
			const bestToWinMax = toLoseMax - sum + (words[best + toWin] ?? 0);
			const bestToLoseMax = Math.min(toWinMax, second + (second >> 2) + 1);
			this.search(best, Math.min(bestToWinMax, NEVER), bestToLoseMax);
		}
		this.known.write(stack.words, at);
		stack.top = begin;
	}
	/** Fills in the two numbers of a position from the table, or else with a guess. */
	lookUp(at) {
		const { words } = this.stack;
		if (this.known.read(words, at)) return;
		words[at + this.toWin] = 1;
		words[at + this.toLose] = 1 + this.successors.repliesAbout(this.stack, at);
	}
	isBeyond(at, toWinMax, toLoseMax) {
		const { words } = this.stack;
		return (words[at + this.toWin] ?? 0) >= toWinMax || (words[at + this.toLose] ?? 0) >= toLoseMax;
	}
	get isSpent() {
		return this.effort.isSpent || this.known.isFull || 4 * this.stack.top > STACK_BYTES_MAX;
	}
};
/** The distance from a proof when the opposite is proved. */
const NEVER = 2 ** 30;
/** The greatest distance that still leaves hope. Sums grow large, for ways that meet again count twice. */
const FARTHEST = NEVER - 1;
/** On the largest boards one position of the original game has a hundred thousand successors. */
const STACK_BYTES_MAX = 268435456;

// src/engine/games/forms/oracle.ts
/** What makes the oracles of a game of Forms, given how its stones move. */
const formsOracle = (successorsOn) => (start, effort) => {
	const field = fieldAround(start.board, marginOf(start));
	const search = new ProofSearch(field, successorsOn(field), effort);
	return { evaluate: ({ board, turn }) => search.evaluate((words) => {
		packCells(field, board[turn], words, 0);
		packCells(field, board[opposite(turn)], words, field.words);
	}) };
};
/**
* How far from the stones an empty cell can matter. A move that does not lose at once ends beside a
* stone that stays, so it widens the rectangle around the stones by one cell at most, and it leaves
* a stone less; two stones are lost for the player to move wherever they are. From n stones the game
* needs n - 2 cells on each side, and the first of them makes a way around the stones.
*/
const marginOf = ({ board }) => Math.max(0, countCells(stonesOf(board)) - 2);

// src/engine/shape/ground.ts
/** Colours are seats: Black (`x`, `#` on a printed board) moves first, White (`w`, `O`) second. */
const COLOURS = ["black", "white"];

// src/engine/stones/size.ts
/** A size whose sides are whole numbers from `sideMin` to the largest that a board can have. */
const checkSides = ({ cols, rows }, sideMin) => {
	const fits = (side) => Number.isInteger(side) && side >= sideMin && side <= 26;
	return fits(cols) && fits(rows) ? ok({
		cols,
		rows
	}) : refuseSetup("bad-size", {
		cols,
		rows,
		sideMin,
		sideMax: 26
	});
};

// src/engine/games/forms/setup.ts
/** What the two games of Forms ask of a board. */
/** Any board with an even side, so that both colours begin with half of its cells. */
const checkFormsSize = (size) => {
	const { cols, rows } = size;
	const even = cols % 2 === 0 || rows % 2 === 0;
	const sides = checkSides(size, 1);
	return even || !sides.ok ? sides : refuseSetup("odd-size", {
		cols,
		rows
	});
};
/** Reads a position of either game: one that play can lead to. */
const parseForms = (rules, text) => {
	const setup = parseSetup(text);
	return setup.ok ? legaliseForms(rules, setup.value) : setup;
};
/**
* A position that play can lead to has one group and at most half a board of each colour. Two
* groups could leave a player without a move. One colour may be gone: then the game is over.
*/
const legaliseForms = (rules, setup) => {
	const size = checkFormsSize(setup.board);
	if (!size.ok) return size;
	const stonesMax = setup.board.cols * setup.board.rows / 2;
	for (const colour of COLOURS) {
		const stones = countCells(setup.board[colour]);
		if (stones > stonesMax) return refuseSetup("too-many-stones", {
			colour,
			stones,
			stonesMax
		});
	}
	const groups = groupsOf(stonesOf(setup.board)).length;
	if (groups === 0) return refuseSetup("no-stones", {});
	return groups === 1 ? ok(legal(rules, setup.board, setup.turn)) : refuseSetup("not-one-group", { groups });
};

// src/engine/games/forms/slide.ts
const groundOf$1 = (board) => {
	const stones = stonesOf(board);
	const empties = emptiesOf(board);
	return {
		stones,
		empties,
		loose: difference(empties, crowded(stones, empties))
	};
};
/** The empty cells that a stone can slide to, whether or not it removes anything. */
const slideReach = ({ empties }, from) => flood(touching(makeSet(empties.length, from), empties), empties);
/**
* The cells of a stone's reach where its arrival removes something. Without the stone, the others
* fall into one or more groups, and all of them stay only where it touches every one. When they
* stay one group, it must touch none of them: that leaves the loose cells, and mostly there are none.
* Other stones must stand: a stone that is alone has no slides, since its game is over.
*/
const slideTargets = (ground, from) => {
	const { stones, empties, loose } = ground;
	const linked = linkedAround(from, stones);
	const candidates = linked ? loose : empties;
	if (isEmpty(candidates)) return candidates;
	const rest = withoutCell(stones, from);
	let keepsAll = candidates;
	for (const group of linked ? [rest] : groupsOf(rest)) keepsAll = touching(group, keepsAll);
	const removes = difference(candidates, keepsAll);
	return isEmpty(removes) ? removes : intersection(removes, slideReach(ground, from));
};

// src/engine/search/field-set.ts
const makeFieldSet = ({ words }) => new Int32Array(words);
/** The number of the first cell in a word that is not 0: word 1 begins with cell 32. */
const firstNumber = (word, bits) => (word << 5) + 31 - Math.clz32(bits & -bits);
const hasNumber = (set, number) => ((set[number >> 5] ?? 0) >> (number & 31) & 1) === 1;
const addSet = (target, set) => {
	for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) | (set[word] ?? 0);
};
const removeSet = (target, set) => {
	for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & ~(set[word] ?? 0);
};
/** Makes `target` the first cell of `source` alone. False when there is none. */
const takeFirst = (target, source) => {
	let found = false;
	for (let word = 0; word < target.length; word++) {
		const bits = found ? 0 : source[word] ?? 0;
		target[word] = bits & -bits;
		found ||= bits !== 0;
	}
	return found;
};
/**
* Adds to `found` the cells that chains of steps inside `within` link to it, until it holds all of
* `goal` or has them all. Says whether it holds all of `goal`; if so, it may not have them all.
*/
const spread = ({ words, stride }, found, within, goal) => {
	for (;;) {
		let grown = 0;
		let missing = 0;
		let below = 0;
		for (let word = 0; word < words; word++) {
			const old = found[word] ?? 0;
			const above = word + 1 < words ? found[word + 1] ?? 0 : 0;
			const now = old | stepsFrom(old, below, above, stride) & (within[word] ?? 0);
			found[word] = now;
			grown |= now ^ old;
			missing |= (goal[word] ?? 0) & ~now;
			below = old;
		}
		if (missing === 0) return true;
		if (grown === 0) return false;
	}
};
/** Makes `target` the cells of `within` that share a side with a cell of `set`. */
const touch = ({ words, stride }, target, set, within) => {
	let below = 0;
	for (let word = 0; word < words; word++) {
		const bits = set[word] ?? 0;
		const above = word + 1 < words ? set[word + 1] ?? 0 : 0;
		target[word] = stepsFrom(bits, below, above, stride) & (within[word] ?? 0);
		below = bits;
	}
};
/**
* One step in each direction from the cells of a word, and what steps into it from the words below
* and above. A shift by a negative number is one by 32 more: it brings what the other shift lost.
*/
const stepsFrom = (bits, below, above, stride) => bits << 1 | below >>> 31 | bits >>> 1 | above << 31 | bits << stride | below >>> -stride | bits >>> stride | above << -stride;

// src/engine/search/split.ts
/** What is left when one stone leaves its group: the other stones, and the groups they fall into. */
var Split = class {
	rest;
	groups = [];
	field;
	beside;
	/** The first none, one, two, three and four of four groups: there is one on each side at most. */
	firstGroups;
	constructor(field) {
		this.field = field;
		this.rest = makeFieldSet(field);
		this.beside = makeFieldSet(field);
		const four = Array.from({ length: 4 }, () => ({
			stones: makeFieldSet(field),
			shore: makeFieldSet(field)
		}));
		this.firstGroups = [
			0,
			1,
			2,
			3,
			4
		].map((count) => four.slice(0, count));
	}
	/** Takes the stone with this number from the position at `at`. */
	without(stack, at, number) {
		const { rest, beside } = this;
		const { words, neighbours } = this.field;
		for (let word = 0; word < words; word++) {
			const mine = stack.words[at + word] ?? 0;
			const theirs = stack.words[at + words + word] ?? 0;
			const leaver = word === number >> 5 ? 1 << (number & 31) : 0;
			const stay = (mine | theirs) & ~leaver;
			rest[word] = stay;
			beside[word] = stay & (neighbours[number * words + word] ?? 0);
		}
		let count = 0;
		for (const { stones } of this.firstGroups[4] ?? []) {
			if (!takeFirst(stones, beside)) break;
			const goal = count === 0 ? beside : rest;
			if (spread(this.field, stones, rest, goal)) stones.set(rest);
			removeSet(beside, stones);
			count++;
		}
		this.groups = this.firstGroups[count] ?? [];
	}
};

// src/engine/games/forms/successors.ts
/** The moves of Forms, for a search. */
var FormsSuccessors = class {
	field;
	split;
	empties;
	/** The empty cells that a stone can slide to. */
	reach;
	/** The stones that a slide leaves on the board. */
	kept;
	constructor(field) {
		this.field = field;
		this.split = new Split(field);
		this.empties = makeFieldSet(field);
		this.reach = makeFieldSet(field);
		this.kept = makeFieldSet(field);
	}
	push(stack, at) {
		const { words, cells } = this.field;
		for (let word = 0; word < words; word++) {
			const stones = (stack.words[at + word] ?? 0) | (stack.words[at + words + word] ?? 0);
			this.empties[word] = (cells[word] ?? 0) & ~stones;
		}
		for (let word = 0; word < words; word++) for (let mine = stack.words[at + word] ?? 0; mine !== 0; mine &= mine - 1) {
			const from = firstNumber(word, mine);
			this.split.without(stack, at, from);
			this.pushCaptures(stack, at, from);
			if (this.split.groups.length > 1) this.pushSlides(stack, at, from);
		}
	}
	/** Half of the captures, one for each pair of unlike neighbours: about as many do not lose at once. */
	repliesAbout({ words }, at) {
		const { words: setWords, stride } = this.field;
		let captures = 0;
		for (let word = 0; word < setWords; word++) {
			const last = word + 1 === setWords;
			const mine = words[at + word] ?? 0;
			const mineAbove = last ? 0 : words[at + word + 1] ?? 0;
			const theirs = words[at + setWords + word] ?? 0;
			const theirsAbove = last ? 0 : words[at + setWords + word + 1] ?? 0;
			const right = mine & after(theirs, theirsAbove, 1) | theirs & after(mine, mineAbove, 1);
			const up = mine & after(theirs, theirsAbove, stride) | theirs & after(mine, mineAbove, stride);
			captures += countRow(right) + countRow(up);
		}
		return captures >> 1;
	}
	pushCaptures(stack, at, from) {
		const { words, neighbours } = this.field;
		for (let word = 0; word < words; word++) {
			let enemies = (neighbours[from * words + word] ?? 0) & (stack.words[at + words + word] ?? 0);
			for (; enemies !== 0; enemies &= enemies - 1) {
				const to = firstNumber(word, enemies);
				for (const { stones } of this.split.groups) if (hasNumber(stones, to)) stack.pushMove(at, to, stones);
			}
		}
	}
	/** A slide keeps the groups that it touches at its end, some but not all of them. */
	pushSlides(stack, at, from) {
		const { words } = this.field;
		if (!this.findReach(from)) return;
		for (const { stones, shore } of this.split.groups) touch(this.field, shore, stones, this.reach);
		for (let word = 0; word < words; word++) {
			let some = 0;
			let all = -1;
			for (const { shore } of this.split.groups) {
				some |= shore[word] ?? 0;
				all &= shore[word] ?? 0;
			}
			for (let targets = some & ~all; targets !== 0; targets &= targets - 1) {
				const to = firstNumber(word, targets);
				this.kept.fill(0);
				for (const { stones, shore } of this.split.groups) if (hasNumber(shore, to)) addSet(this.kept, stones);
				stack.pushMove(at, to, this.kept);
			}
		}
	}
	/** Finds the reach of a stone. False when it has no empty cell beside it. */
	findReach(from) {
		const { words, neighbours } = this.field;
		let ways = 0;
		for (let word = 0; word < words; word++) {
			const way = (neighbours[from * words + word] ?? 0) & (this.empties[word] ?? 0);
			this.reach[word] = way;
			ways |= way;
		}
		if (ways !== 0) spread(this.field, this.reach, this.empties, this.empties);
		return ways !== 0;
	}
};
/** The cells that have a cell of a set so many numbers after them; `above` is the set's next word. */
const after = (bits, above, numbers) => bits >>> numbers | above << -numbers;

// src/engine/games/forms/forms.ts
/**
* Forms as Steven W. Meyers revised it in 2011 (rec.games.abstract, 4 October 2011): capture the
* stone beside yours or slide through empty cells, and whatever is not in the moved stone's group
* is gone. Who makes the last move loses.
*/
const forms = {
	rules: "forms",
	name: "Forms",
	author: "Steven W. Meyers",
	year: 2011,
	sides: STONE_SIDES,
	defaultSize: {
		cols: 8,
		rows: 8
	},
	drawable: false,
	circles: false,
	start: (size) => {
		const checked = checkFormsSize(size);
		if (!checked.ok) return checked;
		return ok(legal("forms", checkerboard(checked.value), "black"));
	},
	parsePosition: (text) => parseForms("forms", text),
	makePosition: makeSetup,
	looksLikeMove: (text) => parseFromTo(text) !== void 0,
	parseMove: (position, text) => {
		const read = readStoneMove(position, text);
		return read.ok ? legalMove(position, read.value.from, read.value.to) : read;
	},
	makeMove: makeStoneMove,
	headOf: ({ from }) => makeCell(from),
	play: playStone,
	legalMoves: (position) => {
		if (lastStoneGone(position)) return [];
		const { board, turn } = position;
		const enemies = board[opposite(turn)];
		const ground = groundOf$1(board);
		return cellsOf$1(board[turn]).flatMap((from) => {
			const captures = touching(makeSet(board.rows, from), enemies);
			const targets = union(captures, slideTargets(ground, from));
			return cellsOf$1(targets).map((to) => ({
				from,
				to,
				captures: hasCell(enemies, to)
			}));
		});
	},
	countMoves: (position) => {
		if (lastStoneGone(position)) return 0;
		const { board, turn } = position;
		const ground = groundOf$1(board);
		let moves = countCaptures(board);
		for (const from of cellsOf$1(touching(ground.empties, board[turn]))) moves += countCells(slideTargets(ground, from));
		return moves;
	},
	outcome: lastStoneGone,
	view: stoneView,
	oracle: formsOracle((field) => new FormsSuccessors(field)),
	equivalents: equivalentsUnder({
		turnSwapsSeats: false,
		coloursSwapSeats: true
	})
};
/** Whether a stone of the mover may go to a cell where none of them stands, and how. */
const legalMove = ({ board, turn }, from, to) => {
	const names = {
		from: makeCell(from),
		to: makeCell(to)
	};
	if (hasCell(board[opposite(turn)], to)) return adjacent(from, to) ? ok({
		from,
		to,
		captures: true
	}) : refuseMove("not-adjacent", names);
	const ground = groundOf$1(board);
	if (!hasCell(slideReach(ground, from), to)) return refuseMove("no-way", names);
	return hasCell(slideTargets(ground, from), to) ? ok({
		from,
		to,
		captures: false
	}) : refuseMove("nothing-removed", names);
};
/** How many captures a position has, for either side: one for each pair of unlike neighbours. */
const countCaptures = ({ black, white }) => {
	let captures = 0;
	let blackBelow = 0;
	let whiteBelow = 0;
	for (let rank = 0; rank < black.length; rank++) {
		const blackRow = black[rank] ?? 0;
		const whiteRow = white[rank] ?? 0;
		captures += countRow(blackRow & whiteRow << 1 | whiteRow & blackRow << 1);
		captures += countRow(blackRow & whiteBelow | whiteRow & blackBelow);
		blackBelow = blackRow;
		whiteBelow = whiteRow;
	}
	return captures;
};

// src/engine/games/forms/original-successors.ts
/** The moves of the original game of Forms, for a search. */
var FormsOriginalSuccessors = class {
	field;
	split;
	constructor(field) {
		this.field = field;
		this.split = new Split(field);
	}
	push(stack, at) {
		const { words } = this.field;
		for (let word = 0; word < words; word++) for (let mine = stack.words[at + word] ?? 0; mine !== 0; mine &= mine - 1) {
			this.split.without(stack, at, firstNumber(word, mine));
			this.pushCaptures(stack, at);
		}
	}
	/** Each stone of the player to move can take the place of each of the opponent's. */
	repliesAbout({ words }, at) {
		const { words: setWords } = this.field;
		let mine = 0;
		let theirs = 0;
		for (let word = at; word < at + setWords; word++) {
			mine += countRow(words[word] ?? 0);
			theirs += countRow(words[word + setWords] ?? 0);
		}
		return mine * theirs;
	}
	/** Only the group in which the stone arrives is kept. */
	pushCaptures(stack, at) {
		const { words } = this.field;
		for (const { stones } of this.split.groups) for (let word = 0; word < words; word++) {
			let enemies = (stack.words[at + words + word] ?? 0) & (stones[word] ?? 0);
			for (; enemies !== 0; enemies &= enemies - 1) stack.pushMove(at, firstNumber(word, enemies), stones);
		}
	}
};

// src/engine/games/forms/forms-original.ts
/**
* Forms as Steven W. Meyers first published it in May 2007 (his rule sheet): replace any enemy
* stone on the board with one of yours, and whatever is not in its group is gone. Who has no stone
* left has won.
*/
const formsOriginal = {
	rules: "forms-original",
	name: "Forms (original)",
	author: "Steven W. Meyers",
	year: 2007,
	sides: STONE_SIDES,
	defaultSize: {
		cols: 8,
		rows: 8
	},
	drawable: false,
	circles: false,
	start: (size) => {
		const checked = checkFormsSize(size);
		if (!checked.ok) return checked;
		return ok(legal("forms-original", halves(checked.value), "black"));
	},
	parsePosition: (text) => parseForms("forms-original", text),
	makePosition: makeSetup,
	looksLikeMove: (text) => parseFromTo(text) !== void 0,
	parseMove: (position, text) => {
		const read = readStoneMove(position, text);
		if (!read.ok) return read;
		const { from, to } = read.value;
		return colourAt(position.board, to) ? ok({
			from,
			to,
			captures: true
		}) : refuseMove("no-enemy", { to: makeCell(to) });
	},
	makeMove: makeStoneMove,
	headOf: ({ from }) => makeCell(from),
	play: playStone,
	legalMoves: ({ board, turn }) => {
		const targets = cellsOf$1(board[opposite(turn)]);
		return cellsOf$1(board[turn]).flatMap((from) => targets.map((to) => ({
			from,
			to,
			captures: true
		})));
	},
	countMoves: ({ board }) => countCells(board.black) * countCells(board.white),
	outcome: lastStoneGone,
	view: stoneView,
	oracle: formsOracle((field) => new FormsOriginalSuccessors(field)),
	equivalents: equivalentsUnder({
		turnSwapsSeats: false,
		coloursSwapSeats: true
	})
};
/** White above and Black below; with an odd number of ranks Black on the left, White on the right. */
const halves = (size) => size.rows % 2 === 0 ? fillBoard(size, (_file, rank) => rank < size.rows / 2 ? "black" : "white") : fillBoard(size, (file) => file < size.cols / 2 ? "black" : "white");

// src/engine/games/minefield/table.ts
/**
* All positions of Minefield on one small board, solved from the ends backwards, because a position
* can come again. The table is gone through again and again: a position is won when a move leads to
* a lost one, and lost when all lead to won ones. When nothing more follows, what is left is drawn,
* since nobody can be forced out of it.
*
* A board is a number with a bit for each cell, rank by rank, 1 for Black. Swapping the colours of
* all stones changes nothing, so of two such boards only the one with a white last stone is kept.
*/
var MinefieldTable = class {
	effort;
	size;
	rays;
	/** For each board, what is known with Black to move and with White to move. */
	codes;
	next = 0;
	hasChanged = false;
	isComplete = false;
	/** The board fits a table. */
	constructor(size, effort) {
		this.effort = effort;
		this.size = size;
		this.rays = raysOf(size);
		this.codes = endsOn(size);
	}
	evaluate({ board, turn }) {
		const index = 2 * this.kept(numberOf(board)) + (turn === "black" ? 0 : 1);
		while (this.codes[index] === OPEN && !this.isComplete && !this.effort.isSpent) this.goOn();
		if (this.codes[index] === WON) return "win";
		if (this.codes[index] === LOST$1) return "loss";
		return this.isComplete ? "draw" : void 0;
	}
	/** Goes through some more positions of the table. */
	goOn() {
		const end = Math.min(this.next + STRETCH, this.codes.length);
		let looked = 0;
		for (; this.next < end; this.next++) {
			if (this.codes[this.next] !== OPEN) continue;
			looked++;
			const code = this.codeFromMoves(this.next);
			this.codes[this.next] = code;
			if (code !== OPEN) this.hasChanged = true;
		}
		this.effort.spend(looked);
		if (end < this.codes.length) return;
		this.isComplete = !this.hasChanged;
		this.hasChanged = false;
		this.next = 0;
	}
	codeFromMoves(index) {
		const { cols, rows } = this.size;
		const board = index >> 1;
		const opponent = ~index & 1;
		let isOpen = false;
		for (let cell = 0; cell < cols * rows; cell++) {
			const code = this.codes[2 * this.kept(board ^ this.flips(board, cell)) + opponent];
			if (code === LOST$1) return WON;
			if (code === OPEN) isOpen = true;
		}
		return isOpen ? OPEN : LOST$1;
	}
	/** The cells that change colour when one is picked. */
	flips(board, cell) {
		const ends = (board >> cell & 1) === 1 ? ~board : board;
		let flips = 1 << cell;
		for (let ray = RAYS * cell; ray < RAYS * cell + RAYS; ray += 2) {
			const after = this.rays[ray] ?? 0;
			const nearestAfter = after & ends & -(after & ends);
			if (nearestAfter !== 0) flips |= after & nearestAfter - 1;
			const before = this.rays[ray + 1] ?? 0;
			const endsBefore = before & ends;
			if (endsBefore !== 0) flips |= before & -2 << 31 - Math.clz32(endsBefore);
		}
		return flips;
	}
	/** Of a board and the one with other colours, the one whose last stone is white. */
	kept(board) {
		const { cols, rows } = this.size;
		return board >> cols * rows - 1 === 0 ? board : ~board & 2 ** (cols * rows) - 1;
	}
};
/** Whether a table of a board has room in memory, 256 MiB at most, and the effort may fill it. */
const fitsTable = ({ cols, rows }, { nodesMax }) => cols * rows <= 28 && 2 ** (cols * rows - 1) <= nodesMax;
/** What is known of a position: nothing yet, or that the player to move wins or loses. */
const OPEN = 0;
const WON = 1;
const LOST$1 = 2;
/** How many positions are gone through at a time: a moment's work. */
const STRETCH = 4096;
/** A ray to each side of a cell along its rank, its file and its two diagonals. */
const RAYS = 8;
const numberOf = ({ cols, black }) => black.reduce((number, row, rank) => number | row << cols * rank, 0);
/** For each cell, along each of four lines, the cells after it and the cells before it. */
const raysOf = ({ cols, rows }) => {
	const rays = [];
	for (let rank = 0; rank < rows; rank++) for (let file = 0; file < cols; file++) for (const [right, up] of [
		[1, 0],
		[0, 1],
		[1, 1],
		[-1, 1]
	]) for (const way of [1, -1]) {
		let ray = 0;
		for (let step = way;; step += way) {
			const [toFile, toRank] = [file + step * right, rank + step * up];
			if (toFile < 0 || toFile >= cols || toRank < 0 || toRank >= rows) break;
			ray |= 1 << toRank * cols + toFile;
		}
		rays.push(ray);
	}
	return Int32Array.from(rays);
};
/** A table in which only the positions with a full line are known. */
const endsOn = ({ cols, rows }) => {
	const ranks = Array.from({ length: rows }, (_, rank) => 2 ** cols - 1 << cols * rank);
	const file = ranks.reduce((cells, _, rank) => cells | 1 << cols * rank, 0);
	const files = Array.from({ length: cols }, (_, right) => file << right);
	const codes = new Uint8Array(2 ** (cols * rows));
	for (let board = 0; 2 * board < codes.length; board++) {
		const isFull = (line) => (board & line) === line || (board & line) === 0;
		const hasFullRow = ranks.some(isFull);
		const hasFullColumn = files.some(isFull);
		if (hasFullRow) codes[2 * board] = WON;
		else if (hasFullColumn) codes[2 * board] = LOST$1;
		if (hasFullColumn) codes[2 * board + 1] = WON;
		else if (hasFullRow) codes[2 * board + 1] = LOST$1;
	}
	return codes;
};

// src/engine/games/minefield/minefield.ts
/**
* Minefield by Chris Huntoon, 2000 (Games of Soldiers): change the colour of any stone, and it
* turns the runs between it and the next stones of its new colour, as in Othello. One player wins
* by a full rank of one colour, the other by a full file.
*/
const minefield = {
	rules: "minefield",
	name: "Minefield",
	author: "Chris Huntoon",
	year: 2e3,
	sides: STONE_SIDES,
	defaultSize: {
		cols: 8,
		rows: 8
	},
	drawable: true,
	circles: true,
	start: (size) => {
		const checked = checkSides(size, SIDE_MIN);
		if (!checked.ok) return checked;
		return ok(legal("minefield", checkerboard(checked.value), "black"));
	},
	parsePosition: (text) => {
		const setup = parseSetup(text);
		if (!setup.ok) return setup;
		const { board, turn } = setup.value;
		const sides = checkSides(board, SIDE_MIN);
		if (!sides.ok) return sides;
		const empty = firstCell(emptiesOf(board));
		return empty === void 0 ? ok(legal("minefield", board, turn)) : refuseSetup("empty-cell", { cell: makeCell(empty) });
	},
	makePosition: makeSetup,
	looksLikeMove: (text) => parsePick(text) !== void 0,
	parseMove: (position, text) => {
		const cell = parsePick(text);
		if (cell === void 0) return refuseMove("not-a-move", {});
		if (outcome(position)) return refuseMove("game-over", {});
		if (!onBoard(position.board, cell)) return refuseOffBoard(position.board, cell);
		return ok({ cell });
	},
	makeMove: ({ cell }) => makeCell(cell),
	headOf: ({ cell }) => makeCell(cell),
	play: ({ rules, board, turn }, { cell }) => {
		const flipped = flipsOf(board, cell);
		const after = flip(board, flipped);
		return {
			position: legal(rules, after, opposite(turn)),
			effects: () => {
				const side = hasCell(after.black, cell) ? "black" : "white";
				const cells = flipped.map(makeCell).join(" ");
				return {
					reached: [makeCell(cell)],
					vacated: [],
					told: {
						code: "played-flipping",
						facts: {
							flipped: flipped.length,
							side,
							cells
						}
					}
				};
			}
		};
	},
	legalMoves: (position) => outcome(position) ? [] : cellsOf$1(stonesOf(position.board)).map((cell) => ({ cell })),
	outcome: (position) => outcome(position),
	view: stoneView,
	oracle: ({ board }, effort) => fitsTable(board, effort) ? new MinefieldTable(board, effort) : void 0,
	equivalents: equivalentsUnder({
		turnSwapsSeats: true,
		coloursSwapSeats: false
	})
};
/** On a single rank or file every cell would be a full line. */
const SIDE_MIN = 2;
/**
* The eight directions as steps from cell to cell. Boards have at most 26 of the 32 files that a
* cell's number leaves room for, so a step over the edge never lands on another cell of the board.
*/
const STEPS = [
	-33,
	-32,
	-31,
	-1,
	1,
	31,
	32,
	33
];
/** Every stone that changes colour when the one on `picked` does, in numeric order. */
const flipsOf = (board, picked) => {
	const old = colourAt(board, picked);
	const flips = [picked];
	for (const step of STEPS) {
		const run = [];
		let cell = picked + step;
		for (; onBoard(board, cell) && colourAt(board, cell) === old; cell += step) run.push(cell);
		if (onBoard(board, cell)) flips.push(...run);
	}
	return flips.sort((one, next) => one - next);
};
const flip = (board, cells) => {
	const black = board.black.slice();
	const white = board.white.slice();
	for (const cell of cells) {
		const rank = rankOf(cell);
		black[rank] = (black[rank] ?? 0) ^ 1 << fileOf$1(cell);
		white[rank] = (white[rank] ?? 0) ^ 1 << fileOf$1(cell);
	}
	return {
		cols: board.cols,
		rows: board.rows,
		black,
		white
	};
};
/** Black owns the ranks and White the files; who completes both kinds at once has lost. */
const outcome = ({ board, turn }) => {
	const row = hasFullRow(board);
	const column = hasFullColumn(board);
	if (row && column) return {
		winner: turn,
		reason: "both-lines"
	};
	if (row) return {
		winner: "black",
		reason: "full-row"
	};
	return column ? {
		winner: "white",
		reason: "full-column"
	} : void 0;
};
const hasFullRow = (board) => {
	const full = fullRow(board);
	return COLOURS.some((colour) => board[colour].includes(full));
};
const hasFullColumn = (board) => COLOURS.some((colour) => board[colour].reduce((files, row) => files & row, fullRow(board)) !== 0);

// src/engine/shape/rules.ts
/** The id of every kind of game that is offered, in the order in which help lists them. */
const RULES = [
	"forms",
	"forms-original",
	"minefield"
];

// src/engine/registry.ts
/** Every kind of game by its id. */
const BY_RULES = {
	forms,
	"forms-original": formsOriginal,
	minefield
};
/** Every kind of game that is offered, in the order in which help lists them. */
const GAMES = RULES.map((rules) => BY_RULES[rules]);
/** The engine of a rules id such as `forms`, in any case; undefined when there is none. */
const findGame = (rules) => GAMES.find((game) => game.rules === rules.toLowerCase());
/** The engine of a rules id. */
const gameOf = (rules) => BY_RULES[rules];

// src/engine/written.ts
/** Reads a position of any game, and asks its rules. */
const parsePosition = (text) => {
	const parts = takeApart$1(text);
	if (!parts.ok) return parts;
	const game = findGame(parts.value.rules);
	if (game) return game.parsePosition(parts.value.rest);
	return parseSize(parts.value.rest.split(" ")[0] ?? "") ? err({
		code: "no-such-game",
		facts: {}
	}) : refuseText("not-a-position", {});
};
/** Reads a position of a game, and asks its rules. */
const readPosition = (game, text) => {
	const parts = takeApart$1(text);
	if (!parts.ok) return parts;
	const { rules, rest } = parts.value;
	return rules === game.rules ? game.parsePosition(rest) : refuseSetup("other-rules", { rules });
};
/** Writes a position. `parsePosition` reads it back to an equal value. */
const makePosition = (position) => `${position.rules} ${gameOf(position.rules).makePosition(position)}`;
/**
* The door for a position that we have written down ourselves, in a row or a frozen letter: it obeyed
* these rules then, and does now.
*
* @param where what holds it, for the error
* @throws Error when it is none: the row is damaged, or from another program
*/
const storedPosition = (rules, text, where) => {
	const position = readPosition(gameOf(rules), text);
	if (!position.ok) throw new Error(`${where}: damaged start (${position.error.code})`);
	return position.value;
};
const takeApart$1 = (text) => {
	if (text.length > 800) return refuseText("too-long", { charsMax: 800 });
	const blank = text.indexOf(" ");
	const rules = text.slice(0, Math.max(blank, 0));
	return RULES_ID.test(rules) ? ok({
		rules,
		rest: text.slice(blank + 1)
	}) : refuseText("not-a-position", {});
};
const RULES_ID = /^[a-z][a-z0-9-]{0,30}$/;

// src/sentence.ts
function say(code, facts = {}) {
	return {
		code,
		facts
	};
}

// src/sandbox/sample-boards.ts
const START = "forms 8x8 xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x";
/** The first position of Forms on a board of that many columns and rows. */
function startOf(cols, rows) {
	const start = gameOf("forms").start({
		cols,
		rows
	});
	if (!start.ok) throw new Error(start.error.code);
	return makePosition(start.value);
}
/** A real position, of which most boards of the gallery are variants. */
const board = {
	board: 12,
	revision: 5,
	rules: "forms",
	black: "alice",
	white: "bob",
	start: START,
	moves: [
		"c4xc3",
		"f6xf5",
		"b3xb2",
		"d4xd5"
	],
	outcome: void 0,
	past: false,
	events: [say("played", {
		userid: "bob",
		move: "d4xd5",
		ply: 4,
		lost: 1
	})],
	whole: false,
	comment: {
		by: "bob",
		text: "Mind the left edge."
	}
};
/** Boards as they come to alice, in every state that a letter can show. */
const BOARD_SAMPLES = [
	["board", {
		kind: "board",
		facts: board
	}],
	["board-waiting", {
		kind: "board",
		facts: {
			...board,
			moves: board.moves.slice(0, 3)
		}
	}],
	["board-offer", {
		kind: "board",
		facts: {
			...board,
			rules: "minefield",
			start: START.replace("forms", "minefield"),
			moves: ["c6"],
			events: [],
			offer: {
				kind: "draw",
				by: "bob"
			},
			queued: "if c3 then d4; e5"
		}
	}],
	["board-6x6", {
		kind: "board",
		facts: {
			...board,
			start: "forms 6x6 xwxwxw/wxwxwx/xwxwxw/wxwxwx/xwxwxw/wxwxwx x",
			moves: [],
			events: [say("accepted", { userid: "bob" })],
			comment: void 0
		}
	}],
	["board-clock", {
		kind: "show",
		facts: {
			...board,
			clock: {
				userid: "alice",
				gone: 12,
				left: 9,
				day: "2026-12-12",
				zone: "Europe/Berlin"
			}
		}
	}],
	["board-away", {
		kind: "show",
		facts: {
			...board,
			black: "carol",
			white: "alice",
			events: [],
			comment: void 0,
			clock: {
				userid: "carol",
				gone: 3,
				left: 18,
				day: "2027-01-14",
				zone: "UTC",
				awayUntil: "2027-01-03"
			}
		}
	}],
	["board-over", {
		kind: "board",
		facts: {
			...board,
			whole: true,
			outcome: {
				winner: "black",
				ending: "resigned"
			},
			rating: say("rating-changed", {
				black: "alice",
				blackBefore: "1694",
				blackAfter: "1702",
				white: "bob",
				whiteBefore: "1600?",
				whiteAfter: "1538?"
			})
		}
	}],
	["board-missed", {
		kind: "board",
		facts: {
			...board,
			whole: true,
			start: "forms 4x4 xwxw/wxwx/xwxw/wxwx x",
			moves: [
				"c4xc3",
				"d2xc2",
				"a2xa1",
				"b2xb1",
				"a1xb1",
				"b4xa4",
				"d3-d2",
				"a3-a1",
				"c3-a4"
			],
			outcome: {
				winner: "white",
				ending: "last-stone-gone"
			},
			events: [],
			comment: void 0
		}
	}],
	["board-past", {
		kind: "board",
		facts: {
			...board,
			whole: true,
			past: true,
			moves: board.moves.slice(0, 2),
			events: [say("position-after", {
				ply: 2,
				last: 4
			})],
			comment: void 0
		}
	}],
	["board-minefield", {
		kind: "board",
		facts: {
			...board,
			rules: "minefield",
			start: "minefield 8x8 wwxwxwxw/wwwwwxwx/xwwwwwxw/wxwxxxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx w",
			moves: ["c6"],
			events: [say("played-flipping", {
				userid: "bob",
				move: "c6",
				ply: 1,
				flipped: 8,
				side: "black",
				cells: "b6 c5 c6 c7 d6 d7 e6 f6"
			})]
		}
	}],
	["board-words", {
		kind: "board",
		facts: {
			...board,
			choices: { board: "words" }
		}
	}],
	["board-both", {
		kind: "board",
		facts: {
			...board,
			choices: {
				board: "both",
				coordinates: "no",
				subject: "classic"
			}
		}
	}],
	["board-watching", {
		kind: "board",
		facts: {
			...board,
			black: "carol",
			comment: void 0,
			watching: true
		}
	}],
	["board-picture", {
		kind: "board",
		facts: {
			...board,
			comment: void 0,
			choices: { mail: "picture" }
		}
	}],
	["board-26x26", {
		kind: "board",
		facts: {
			...board,
			start: startOf(26, 26),
			moves: ["n13xn14"],
			black: "bob",
			white: "alice"
		}
	}],
	["board-2x1", {
		kind: "board",
		facts: {
			...board,
			start: startOf(2, 1),
			moves: [],
			events: []
		}
	}],
	["board-1x26", {
		kind: "board",
		facts: {
			...board,
			start: startOf(1, 26),
			moves: [],
			events: []
		}
	}],
	["board-other-script", {
		kind: "board",
		facts: {
			...board,
			comment: {
				by: "bob",
				text: "שלום alice, מה שלומך?\n\nd4xd5 <b>لم أكن أتوقع</b> & 「こんにちは」 🙂"
			}
		}
	}],
	["board-drawn", {
		kind: "board",
		facts: {
			...board,
			rules: "minefield",
			start: START.replace("forms", "minefield"),
			moves: ["c6", "b7"],
			whole: true,
			events: [say("draw-accepted", { userid: "bob" })],
			outcome: {
				winner: void 0,
				ending: "agreed"
			},
			comment: void 0
		}
	}]
];

// src/limits.ts
/**
* Every limit on what people may write, have and cause, each with its reason. Units stand last in the
* names. Those of the server's own work are in `server-limits.ts`.
*/
const KIB$1 = 1024;
const HOUR_MS = 36e5;
const DAY_MS = 24 * HOUR_MS;
/** How long a confirmation waits for its `yes`. */
const heldMsMax = 48 * HOUR_MS;
/** How long after the end of a match its players may still talk about it on the board. */
const sayAfterEndMsMax = 14 * DAY_MS;
/** A rating that a challenge may name: nobody's is as high. */
const ratingBandMax = 4e3;
/** All turns of a player together: the longest matches by mail went on for some years. */
const totalDaysMax = 2e3;
/** The same for the line about a finished match: some ten milliseconds of writing a letter. */
const hindsightNodesMax = 5e4;
/**
* A match written out as a record, with what quoting adds to it. The longest record that we write,
* of the plies below on the largest board, takes half of it.
*/
const recordCharsMax = 32 * KIB$1;
/** Plies of a record. Forms has 675 at most; Minefield can turn in circles, but not for so long. */
const recordPliesMax = 2e3;
const oneHourMs = HOUR_MS;
const oneDayMs = DAY_MS;

// src/command/shape/decision.ts
/** Nothing changes, and the answer says why. */
const refuse = (understood, reason, board) => refuseWith({
	understood,
	says: [reason],
	...board && { board }
});
/** The same with everything that a section can hold. */
const refuseWith = (section) => ({
	refused: true,
	section
});
/** Nothing changes, and the answer tells what was asked for. */
const tell = (section) => ({
	changes: [],
	letters: [],
	section
});

// src/command/account/password.ts
/** All that is ever said or kept of the command; the dots stand for the word. */
const PASSWORD_TEXT = "password ...";
/** What a password looks like, and how to set one. */
const passwordShape = say("password-shape", {
	least: 8,
	most: 64
});
/**
* Sets the password for the classic spelling. The word itself never comes this far: it was taken out
* of the letter before (`password-line.ts`), and its hash comes with the question.
*/
const password = {
	name: "password",
	aliases: [],
	usage: "password NEWWORD, and then from anywhere: move N USERID NEWWORD MOVE",
	summary: "sets a password for letters from elsewhere",
	example: "password correct-horse-7",
	audience: "player",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 1) return err(passwordShape);
		return ok({
			text: PASSWORD_TEXT,
			board: void 0,
			run({ player, passwordHash }) {
				if (passwordHash === void 0) return refuse(PASSWORD_TEXT, passwordShape);
				return {
					changes: [{
						do: "set-password",
						playerId: player.id,
						hash: passwordHash
					}, {
						do: "end-tokens",
						playerId: player.id
					}],
					letters: [],
					section: {
						understood: PASSWORD_TEXT,
						says: [say("password-set", { userid: player.userid }), say("tokens-ended")]
					}
				};
			}
		});
	}
};

// src/player/switch.ts
const WORDS = {
	yes: true,
	y: true,
	on: true,
	true: true,
	1: true,
	no: false,
	n: false,
	off: false,
	false: false,
	0: false
};
/** The words of ours that people write for yes and no. */
const SWITCH_WORDS = Object.keys(WORDS);
/** Reads what people write for yes and no; undefined when it is neither. */
function parseSwitch(written) {
	const word = written.toLowerCase();
	return Object.hasOwn(WORDS, word) ? WORDS[word] : void 0;
}

// src/player/settings.ts
/** The languages of the letters: the folders of `templates/` that hold all of them. */
const LANGUAGES = ["en", "de"];
/** Every setting, in the order of the list. A new one is a line here and its two sentences. */
const SETTINGS = [
	oneOf("mail", "both", "text", "picture"),
	oneOf("notify", "each", "daily", "result"),
	yesOrNo("remind"),
	yesOrNo("copies"),
	oneOf("accept", "all", "none"),
	oneOf("board", "diagram", "words", "both"),
	yesOrNo("comments"),
	yesOrNo("coordinates"),
	oneOf("subject", "fixed", "classic"),
	language$1(),
	zone("UTC", "Europe/Berlin")
];
/** The zone whose days a player counts. */
const chosenZone = (settings) => settings?.["zone"] ?? "UTC";
/** What a player has chosen for a setting, or what it usually is. */
const chosen = (settings, { name, usual }) => settings?.[name] ?? usual;
const limitSetting = (rules) => `limit-${rules}`;
/** A setting with a few words to choose from, the usual one first. */
function oneOf(name, usual, ...others) {
	const values = [usual, ...others];
	const read = (written) => values.find((value) => value === written.toLowerCase());
	return {
		name,
		usual,
		values,
		read
	};
}
/** A setting that is on, until it is switched off. */
function yesOrNo(name) {
	const read = (written) => {
		const on = parseSwitch(written);
		return on === void 0 ? void 0 : on ? "yes" : "no";
	};
	return {
		name,
		usual: "yes",
		values: ["yes", "no"],
		read
	};
}
/** The setting for the language of the letters, which has a name in each of them: `de`, `German`. */
function language$1() {
	const setting = oneOf("language", ...LANGUAGES);
	const named = (written) => LANGUAGES.find((language) => namesOf$1(language).includes(written.toLowerCase()));
	return {
		...setting,
		read: (written) => setting.read(written) ?? named(written)
	};
}
/** What a language is called in all languages of the letters, in lower case. */
const namesOf$1 = (language) => LANGUAGES.flatMap((inThis) => {
	return new Intl.DisplayNames(inThis, { type: "language" }).of(language)?.toLowerCase() ?? [];
});
/** The setting for a time zone, which has more values than can be shown. */
function zone(usual, ...others) {
	return {
		name: "zone",
		usual,
		values: [usual, ...others],
		read: readZone,
		near: zoneNear
	};
}
/** A time zone of the IANA database as the runtime spells it: `europe/berlin` -> `Europe/Berlin`. */
function readZone(written) {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: written }).resolvedOptions().timeZone;
	} catch {
		return;
	}
}
/** The zone of a city: `Berlin`, `new york`. Undefined when there is none. */
function zoneNear(written) {
	const city = written.toLowerCase().replace(/^.*\//, "").replaceAll(" ", "_");
	return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(`/${city}`));
}

// src/player/address.ts
/** One plain mailbox: dot-atom local part (RFC 5322, section 3.2.3) and a domain as A-label. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
/**
* Reads `local@domain` and nothing else: no display name, comment, quoting or route. The local part
* keeps its case; the domain is lower case and ASCII. A local part may have 64 octets (RFC 5321,
* section 4.5.3.1.1).
*/
function parseAddress(text) {
	const at = text.lastIndexOf("@");
	const local = text.slice(0, Math.max(at, 0));
	const written = text.slice(at + 1);
	const domain = /[\s/\\?#:@%]/.test(written) ? "" : domainToASCII(written);
	if (local.length > 64 || !LOCAL.test(local) || !DOMAIN.test(domain)) return err("not-an-address");
	return ok(`${local}@${domain}`);
}
/** The form under which an address is looked up and unique: without ASCII case. */
const addressKey = (address) => address.toLowerCase();
/** `games+k3f@host` -> `games@host` and `k3f`; an address without a tag has an empty one. */
function splitTag(address) {
	const at = address.lastIndexOf("@");
	const plus = address.indexOf("+");
	if (plus < 0 || plus > at) return {
		base: address,
		tag: ""
	};
	return {
		base: address.slice(0, plus) + address.slice(at),
		tag: address.slice(plus + 1, at)
	};
}

// src/match/forced.ts
/**
* Where a pass is the only legal move, nobody is asked for it: it is played at once, as a ply of its
* own. What is stored does not say so of a ply; it follows from the rules.
*/
/** The pass that is the only legal move of a position; undefined where there is a choice. */
function forcedPass(game, position) {
	if (!game.isPass) return void 0;
	const [only, ...others] = game.legalMoves(position);
	return only && others.length === 0 && game.isPass(only) ? only : void 0;
}
/** The plies of a match that nobody has chosen, counted from 0. */
function forcedPlies({ rules, start, moves }) {
	const game = gameOf(rules);
	const forced = /* @__PURE__ */ new Set();
	if (!game.isPass) return forced;
	let position = start;
	for (const [ply, text] of moves.entries()) {
		const move = game.parseMove(position, text);
		if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
		if (game.isPass(move.value) && forcedPass(game, position)) forced.add(ply);
		position = game.play(position, move.value).position;
	}
	return forced;
}
/**
* How many plies stood before the last one that was chosen, by either side or by one of them.
* Undefined when none was.
*/
function pliesBeforeChoice(match, colour) {
	const forced = forcedPlies(match);
	const first = match.start.turn === colour ? 0 : 1;
	const ply = match.moves.findLastIndex((_, at) => !forced.has(at) && (colour === void 0 || at % 2 === first));
	return ply < 0 ? void 0 : ply;
}

// src/match/repetition.ts
/** So often may a position stand with the same player to move; then the match is drawn. */
const OCCURRENCES_MAX = 3;
/**
* How the rules end a match in a position, if they do. A game that can go round in circles ends at
* the third time.
*
* @param timesSeen how often the position has stood, this time included; asked only where it matters
*/
function outcomeByRules(game, position, timesSeen) {
	const outcome = game.outcome(position);
	if (outcome) return {
		winner: outcome.winner,
		ending: outcome.reason
	};
	return game.circles && timesSeen(position) >= OCCURRENCES_MAX ? {
		winner: void 0,
		ending: "repetition"
	} : void 0;
}
/** The same for the newest position of a match. */
const outcomeHere = (match) => outcomeByRules(gameOf(match.rules), match.position, () => occurrences(match));
/** Counts the positions of a match that is played through, with one look at each. */
function countSeen(game) {
	const times = /* @__PURE__ */ new Map();
	return (position) => {
		const key = keyOf$1(game, position);
		const count = (times.get(key) ?? 0) + 1;
		times.set(key, count);
		return count;
	};
}
/** What positions have in common that count as the same. */
const keyOf$1 = (game, position) => game.key?.(position) ?? makePosition(position);
function occurrences({ rules, start, moves, position }) {
	const game = gameOf(rules);
	const newest = keyOf$1(game, position);
	let count = keyOf$1(game, start) === newest ? 1 : 0;
	let at = start;
	for (const text of moves) {
		const move = game.parseMove(at, text);
		if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
		at = game.play(at, move.value).position;
		if (keyOf$1(game, at) === newest) count++;
	}
	return count;
}

// src/match/seats.ts
/** The colour that a player has at a board, or undefined for everybody else. */
function colourOf(match, playerId) {
	if (match.black.id === playerId) return "black";
	if (match.white.id === playerId) return "white";
}

// src/match/play.ts
/**
* Plays the move that a player wrote. Refused with a sentence when the match is over, the player has
* no seat, the board has moved on, it is not this player's turn, or the rules say no.
*/
function playMove(match, playerId, text, bound) {
	const { board } = match;
	const colour = colourOf(match, playerId);
	if (colour === void 0) return err(say("not-your-board", { board }));
	if (match.outcome !== void 0) return err(say("match-over", { board }));
	const next = match.moves.length + 1;
	if (bound.ply !== void 0 && bound.ply !== next) return err(say("other-ply", {
		board,
		ply: bound.ply,
		next
	}));
	if (bound.revision !== void 0 && bound.revision !== match.revision) return err(say("moved-on", { board }));
	if (match.position.turn !== colour) return err(say("not-your-turn", {
		board,
		userid: match[match.position.turn].userid
	}));
	return playHere(match, text);
}
/** Plays a move for the side whose turn it is, whoever asks; refused when the rules say no. */
function playHere(match, text) {
	if (match.outcome !== void 0) return err(say("game-over"));
	const move = gameOf(match.rules).parseMove(match.position, text);
	if (!move.ok) return move;
	return ok(playLegal(match, move.value));
}
/** Plays a move that the engine called legal here, and what it leaves no choice about. */
function playLegal(match, move) {
	const first = stepBy(match, move);
	const forced = playForced(first.match);
	return {
		match: forced.match,
		ply: first.ply,
		steps: [first, ...forced.steps]
	};
}
/** Plays passes for whoever is to move, as long as that is the only legal move. */
function playForced(match) {
	const game = gameOf(match.rules);
	const steps = [];
	let now = match;
	while (!now.outcome && steps.length < 2) {
		const pass = forcedPass(game, now.position);
		if (!pass) break;
		const step = stepBy(now, pass);
		steps.push(step);
		now = step.match;
	}
	return {
		match: now,
		steps
	};
}
function stepBy(match, move) {
	const game = gameOf(match.rules);
	const { position, effects } = game.play(match.position, move);
	const text = game.makeMove(move, match.position);
	const moves = [...match.moves, text];
	const next = {
		...match,
		moves,
		position,
		revision: match.revision + 1
	};
	return {
		match: {
			...next,
			outcome: outcomeHere(next)
		},
		ply: {
			number: moves.length,
			colour: match.position.turn,
			text,
			effects: effects()
		}
	};
}
/**
* Plays a record again from its first position.
*
* @throws Error when the record holds a move that is not legal: the record is damaged.
*/
function replay(rules, start, moves) {
	const game = gameOf(rules);
	return moves.reduce((position, text) => {
		const move = game.parseMove(position, text);
		if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
		return game.play(position, move.value).position;
	}, start);
}
/** The position of a match after so many plies; 0 is the first one. */
const positionAfter = ({ rules, start, moves }, plies) => replay(rules, start, moves.slice(0, plies));

// src/match/offer.ts
/** What a player can offer to the other one: half a point each, or to take a move back. */
const OFFER_KINDS = ["draw", "undo"];
/**
* An offer that a player may make now. Refused when the player has no seat, the match is over, the
* game knows no draw, or the player has not moved yet and has nothing to take back.
*/
function makeOffer(match, playerId, kind) {
	const { board, revision } = match;
	const colour = colourOf(match, playerId);
	if (colour === void 0) return err(say("not-your-board", { board }));
	if (match.outcome !== void 0) return err(say("match-over", { board }));
	const { drawable, name } = gameOf(match.rules);
	if (kind === "draw" && !drawable) return err(say("draw-never", {
		board,
		game: name
	}));
	if (kind === "undo" && pliesBefore(match, colour) === void 0) return err(say("undo-nothing", { board }));
	return ok({
		board,
		kind,
		by: playerId,
		revision
	});
}
/** Whether an offer can still be answered: an undo is about the board as it was then. */
const stands = ({ kind, revision }, match) => match.outcome === void 0 && (kind === "draw" || revision === match.revision);
/**
* The match after an offer was accepted; undefined when it cannot be answered any more. An undo leads
* back to before the last move that its maker has chosen, so whoever moves then has a choice again.
*/
function carryOutOffer(match, offer) {
	if (!stands(offer, match)) return void 0;
	const revision = match.revision + 1;
	if (offer.kind === "draw") return {
		...match,
		revision,
		outcome: {
			winner: void 0,
			ending: "agreed"
		}
	};
	const colour = colourOf(match, offer.by);
	const plies = colour && pliesBefore(match, colour);
	if (plies === void 0) return void 0;
	const moves = match.moves.slice(0, plies);
	return {
		...match,
		moves,
		position: replay(match.rules, match.start, moves),
		revision
	};
}
/**
* What plies make of an open offer: a move by the other side declines it, and a move by its own
* side leaves an offered draw standing, but not an undo, which was about the move before.
*
* @param movers the ids of those who moved
*/
function offerAfter(offer, movers) {
	if (movers.some((mover) => mover !== offer.by)) return "declined";
	return offer.kind === "undo" && movers.length > 0 ? "lapsed" : void 0;
}
/**
* How many plies stood before a side's last move, as an undo goes back to that: one ply when the
* move was the last, two when it has been answered, more when a pass was forced since. Undefined when
* the side has not moved yet; to have had to pass is no move.
*/
const pliesBefore = (match, colour) => pliesBeforeChoice(match, colour);

// src/match/move-shape.ts
/**
* What may be a move before any board is asked. Moves of some games are words of prose, or names:
* `pass`, `on`, `Nf3`. So a text has the shape of a move only in the game that is meant; where nobody
* knows which, only cells are certain to be none but a move.
*/
/** One cell or several, of a letter and a number, with `-`, `x` or blanks between, and nothing else. */
const CELLS = /^[a-z][1-9]\d?(?:\s*(?:[-x]\s*)?[a-z][1-9]\d?)*$/i;
/** The text of a move as its game reads it: in lower case, unless that would make it another move. */
const inCaseOf = (game, text) => game?.caseMatters ? text : text.toLowerCase();
/** Whether a text has the shape of a move in this game. */
const looksLikeMoveOf = (game, text) => game.looksLikeMove(inCaseOf(game, text));
/**
* Whether a text is meant for a move wherever it stands: it is cells alone, and has the shape of a
* move in some game. A game whose moves are anything else adds nothing to it.
*/
const looksLikeCells = (text) => CELLS.test(text.trim()) && GAMES.some((game) => looksLikeMoveOf(game, text));
/**
* Whether a text may be meant for a move of a game: it has the shape of one there, or is cells, which
* the game can refuse with a better reason than that.
*
* @param game of the board that is meant; undefined where nobody knows it
*/
const mayBeMove = (game, text) => game !== void 0 && looksLikeMoveOf(game, text) || looksLikeCells(text);

// src/match/queue-text.ts
/** Writes moves. `parseReplies` reads them back to an equal value. */
const makeConditionals = (lines) => lines.map((line) => line.map(({ when, move }) => when === void 0 ? move : `if ${when} then ${move}`).join(" ")).join("; ");
/**
* Reads conditional moves: lines with `;` between, each of `if MOVE then MOVE`, as often as needed, where the
* first may also be a move alone. Undefined when something else is written, or too much. Whether a
* move is legal shows on the board.
*
* @param game of the board; undefined where there is none, and only cells are read
*/
function parseConditionals(text, game) {
	const lines = text.split(";").map((line) => parseLine(line, game));
	if (lines.length > 10) return void 0;
	const read = lines.flatMap((line) => line ? [line] : []);
	return read.length === lines.length ? read : void 0;
}
const CONDITION = /^if (.+?) then (.+?)(?= if |$)/i;
function parseLine(text, game) {
	let rest = text.replaceAll(",", " ").trim().replace(/\s+/g, " ");
	const moves = [];
	while (rest !== "" && moves.length < 10) {
		const [whole, condition, answer] = CONDITION.exec(rest) ?? readAlone(rest);
		const move = readMove$1(answer, game);
		const when = condition === void 0 ? void 0 : readMove$1(condition, game);
		const bare = condition === void 0 && moves.length === 0;
		if (move === void 0 || when === void 0 && !bare) return void 0;
		moves.push({
			when,
			move
		});
		rest = rest.slice(whole.length).trim();
	}
	return rest === "" && moves.length > 0 ? moves : void 0;
}
const readAlone = (text) => {
	const [alone = ""] = text.split(/ (?=if )/i);
	return [
		alone,
		void 0,
		alone
	];
};
/** A move in one word; undefined when it cannot be one. */
function readMove$1(text, game) {
	const move = inCaseOf(game, text?.replaceAll(" ", "") ?? "");
	return mayBeMove(game, move) ? move : void 0;
}

// src/match/calendar.ts
const EPOCH = Temporal.PlainDate.from("1970-01-01");
const MORNING = new Temporal.PlainTime(8);
const dateOf$1 = (day) => EPOCH.add({ days: day });
const dayOf$1 = (date) => EPOCH.until(date).days;
/**
* The day that a moment falls on, where clocks show the time of a zone.
*
* @param at UTC milliseconds
* @param zone a time zone of the IANA database, such as `Europe/Berlin`
*/
const dayAt = (at, zone) => zone === "UTC" ? Math.floor(at / oneDayMs) : dayOf$1(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate());
/** Reads a day as `2026-12-24`; undefined when there is no such day. */
function parseDay(text) {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return void 0;
	try {
		return dayOf$1(Temporal.PlainDate.from(text, { overflow: "reject" }));
	} catch {
		return;
	}
}
/** Writes a day as `parseDay` reads it. */
const makeDay = (day) => dateOf$1(day).toString();
/** The first and the last day of the year that a day is in. */
function yearOf(day) {
	const { year } = dateOf$1(day);
	const last = Temporal.PlainDate.from({
		year,
		month: 12,
		day: 31
	});
	return {
		year,
		from: dayOf$1(last.with({
			month: 1,
			day: 1
		})),
		to: dayOf$1(last)
	};
}
/** The same days in order, none of them twice: spans that touch become one. */
function mergeSpans(spans) {
	const merged = [];
	for (const span of spans.toSorted((one, next) => one.from - next.from)) {
		const last = merged.at(-1);
		if (last && span.from <= last.to + 1) merged[merged.length - 1] = {
			from: last.from,
			to: Math.max(last.to, span.to)
		};
		else merged.push(span);
	}
	return merged;
}
/** How many days of merged spans lie between two days, both of them included. */
const daysWithin = (spans, { from, to }) => spans.reduce((days, span) => days + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from) + 1), 0);

// src/command/letters/clock-facts.ts
/** What a letter shows of the clock that runs on a board; undefined when none does. */
function clockFacts(match, reading) {
	const clock = reading.clock(match);
	if (!clock) return void 0;
	const { playerId, gone, left, deadlineAt, zone } = clock;
	const today = reading.today(zone);
	const away = reading.daysOff(playerId, today).find(({ from }) => from <= today);
	return {
		userid: match[match.position.turn].userid,
		gone,
		left,
		day: makeDay(dayAt(deadlineAt - 1, zone)),
		zone,
		...match.pace?.totalDays !== void 0 && { total: true },
		...away && { awayUntil: makeDay(away.to) }
	};
}

// src/command/letters/unheard.ts
/** The player at a board who has blocked another one, and does not get the words of that one. */
const unheardBy = (match, writer, reading) => {
	const deaf = [match.black, match.white].find(({ id }) => reading.blocks(id, writer.id));
	return deaf && reading.playerById(deaf.id);
};

// src/command/letters/letters.ts
/** The player behind an address of our own books. */
const toPlayer = (player) => ({
	playerId: player.id,
	userid: player.userid,
	address: player.address,
	language: player.language,
	...player.settings && { choices: player.settings }
});
/** A letter of a few sentences; its answer opens the account, if there is one. */
const noticeTo = (to, says, comment) => ({
	to,
	message: {
		kind: "notice",
		facts: {
			says,
			...comment && { comment }
		}
	},
	reply: to.playerId === void 0 ? { purpose: "none" } : {
		purpose: "account",
		number: 0
	}
});
/** The same to a player; none when there is no such player. */
const noticesTo = (player, says, comment) => player ? [noticeTo(toPlayer(player), says, comment)] : [];
/** What a board letter shows of a match; the newest position unless `plies` says otherwise. */
function boardFacts(match, events, options = {}) {
	const { whole = false, comment, plies = match.moves.length, offer } = options;
	const { queue, watching, clock } = options;
	return {
		board: match.board,
		revision: plies < match.moves.length ? 0 : match.revision,
		rules: match.rules,
		black: match.black.userid,
		white: match.white.userid,
		start: makePosition(match.start),
		moves: match.moves.slice(0, plies),
		outcome: plies === match.moves.length ? match.outcome : void 0,
		past: plies < match.moves.length,
		events,
		whole: whole || match.outcome !== void 0,
		comment,
		offer: offer && stands(offer, match) ? offerFacts(match, offer) : void 0,
		queued: queue?.revision === match.revision ? makeConditionals(queue.lines) : void 0,
		...clock && { clock },
		...watching && { watching }
	};
}
const offerFacts = ({ black, white }, { kind, by }) => ({
	kind,
	by: (black.id === by ? black : white).userid
});
/**
* A board letter to one player. Its answer moves on this board, in the state shown here; where the
* reader has no move to make, it opens the account instead, so that a return match is one line.
*/
function boardLetter(match, reader, facts, kind = "board") {
	const playing = match.outcome === void 0 && colourOf(match, reader.id) !== void 0;
	const { offer } = facts;
	const asks = offer && offer.by !== reader.userid ? offer.kind : void 0;
	return {
		to: toPlayer(reader),
		message: {
			kind,
			facts
		},
		reply: playing ? {
			purpose: "board",
			number: match.board,
			revision: facts.revision,
			asks
		} : {
			purpose: "account",
			number: match.board
		}
	};
}
/**
* The board letters that follow a change of the match: one to each player, and one to each
* spectator. Words of a player whom the other one has blocked are left out, and their writer is told
* so.
*/
const boardLetters = (match, asking, events, by, waiting = {}) => [...[match.black, match.white].flatMap(({ id }) => boardLetterTo(id, match, asking, events, by, waiting)), ...spectatorLetters(match, asking.reading, events)];
/**
* Without the comment, offers and queues, which are between the players. Where nothing has happened
* that a spectator may know of, there is no letter.
*/
function spectatorLetters(match, reading, events) {
	const seen = boardFacts(match, events, {
		watching: true,
		clock: clockFacts(match, reading)
	});
	return reading.watchers(match.board).filter(({ what }) => match.outcome || what === "boards" && events.length > 0).flatMap(({ playerId }) => {
		const reader = reading.playerById(playerId);
		return reader ? [boardLetter(match, reader, seen)] : [];
	});
}
/** The one of them for one player. */
function boardLetterTo(playerId, match, { reading, comment: text }, events, by, { offer, queue } = {}) {
	const reader = reading.playerById(playerId);
	if (!reader) return [];
	const unheard = by && text !== "" ? unheardBy(match, by, reading) : void 0;
	const tells = unheard && playerId === by?.id;
	const own = queue?.playerId === playerId ? queue : void 0;
	return [boardLetter(match, reader, boardFacts(match, [
		...events,
		...own?.says ?? [],
		...tells ? [say("takes-no-comments", { userid: unheard.userid })] : []
	], {
		comment: by && text !== "" && !unheard ? {
			by: by.userid,
			text
		} : void 0,
		offer: offer === void 0 ? reading.openOffer(match.board) : offer ?? void 0,
		queue: own ? own.left : reading.queue(match.board, playerId),
		clock: clockFacts(match, reading)
	}))];
}

// src/command/account/address.ts
const ACTS = [
	"add",
	"remove",
	"main"
];
/**
* The addresses of an account. Each has said yes itself; letters go to the main one; all of them
* may write. Whatever proof came along, the main address is asked first.
*/
const address = {
	name: "address",
	aliases: ["addresses"],
	usage: "address add/remove/main ADDRESS",
	summary: "adds or removes one of your addresses, or lists them",
	example: "address add alice@work.example",
	audience: "player",
	need: "confirmation",
	takesComment: false,
	options: [],
	values: ACTS,
	read({ words }) {
		const [first, written, ...rest] = words;
		if (first === void 0) return ok(listAddresses);
		const act = ACTS.find((each) => each === first.toLowerCase());
		if (!act || written === void 0 || rest.length > 0) return err(say("address-shape"));
		const parsed = parseAddress(written);
		if (!parsed.ok) return err(say("address-wrong"));
		const text = `address ${act} ${parsed.value}`;
		return ok({
			text,
			board: void 0,
			run: (asking) => DECIDE[act](text, parsed.value, asking)
		});
	}
};
const listAddresses = {
	text: "address",
	board: void 0,
	run: ({ player, reading }) => tell({
		understood: "address",
		says: reading.addressesOf(player.id).map(addressLine)
	})
};
/** What an address is for: letters go to the main one. */
const addressLine = (each) => say(each.main ? "address-line-main" : "address-line", { address: each.address });
const DECIDE = {
	add(text, written, { player, reading }) {
		const mine = reading.addressesOf(player.id);
		if (mine.some((each) => isSame(each.address, written))) return refuse(text, say("address-yours", { address: written }));
		if (mine.length >= 5) return refuse(text, say("address-many", { count: 5 }));
		if (reading.hoursToAct(player.id, "address", 3) > 0) return refuse(text, say("address-enough"));
		return {
			changes: [{
				do: "note-act",
				playerId: player.id,
				act: "address"
			}, {
				do: "request-address",
				player,
				address: written
			}],
			letters: [],
			section: {
				understood: text,
				says: [say("address-asked", { address: written })]
			}
		};
	},
	remove(text, written, { player, reading }) {
		const mine = reading.addressesOf(player.id);
		const found = mine.find((each) => isSame(each.address, written));
		if (!found) return refuse(text, say("address-not-yours"));
		if (mine.length === 1) return refuse(text, say("address-last"));
		if (found.main) return refuse(text, say("address-is-main"));
		const gone = say("address-removed", {
			address: found.address,
			userid: player.userid
		});
		return {
			changes: [{
				do: "remove-address",
				playerId: player.id,
				address: found.address
			}],
			letters: [noticeTo(outsider(player, found.address), [gone])],
			section: {
				understood: text,
				says: [gone]
			}
		};
	},
	main(text, written, { player, reading }) {
		const found = reading.addressesOf(player.id).find((each) => isSame(each.address, written));
		if (!found) return refuse(text, say("address-not-yours"));
		if (found.main) return refuse(text, say("address-main-already", { address: found.address }));
		const now = say("address-main-now", {
			address: found.address,
			userid: player.userid
		});
		return {
			changes: [{
				do: "main-address",
				playerId: player.id,
				address: found.address
			}, {
				do: "end-tokens",
				playerId: player.id
			}],
			letters: [{
				...noticeTo(toPlayer(player), [now]),
				reply: { purpose: "none" }
			}],
			section: {
				understood: text,
				says: [now]
			}
		};
	}
};
const isSame = (one, other) => addressKey(one) === addressKey(other);
/** An address that belongs to no account of ours any more. */
const outsider = ({ language }, gone) => ({
	playerId: void 0,
	userid: void 0,
	address: gone,
	language
});

// src/command/shape/words.ts
/** Reads `-rated`, `-rated=yes` or `-rated=no`; undefined when it is not there. */
function readSwitch({ options }, name) {
	const written = options.get(name);
	if (written === void 0) return ok(void 0);
	const on = parseSwitch(written);
	return on === void 0 ? err(say("switch-shape", { option: name })) : ok(on);
}
/** A board or challenge number as people write it: `12` or `#12`; at most 15 digits. */
function parseNumber(text) {
	return text !== void 0 && /^#?[1-9]\d{0,14}$/.test(text) ? Number(text.replace("#", "")) : void 0;
}
/** The number of the letter that was answered, or else the only one of its kind. */
const numberHere = ({ number, only }, kind = "board") => number ?? only?.[kind];
/** The game of a board, or of the answered one; undefined where there is none, or nobody knows it. */
const gameAt = (place, board = place.number) => board === void 0 ? void 0 : place.gameOn?.(board);
/** The one number that a command wants, or the one that need not be written. */
function onlyNumber({ words }, place, kind = "board") {
	if (words.length === 0) return numberHere(place, kind);
	return words.length === 1 ? parseNumber(words[0]) : void 0;
}

// src/command/account/address-join.ts
/**
* The other half of `address add`: what the `yes` of the new address carries out. The request must
* be a player's, recent, and about the very address that the letter comes from.
*/
const addressJoin = {
	name: "address join",
	aliases: [],
	usage: "address join N",
	summary: "adds the address you write from to an account that asked for it",
	example: "address join 7",
	audience: "anyone",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [written, ...rest] = words;
		const request = parseNumber(written);
		if (request === void 0 || rest.length > 0) return err(say("address-join-none"));
		const text = `address join ${request}`;
		return ok({
			text,
			board: void 0,
			run({ address, player: already, reading }) {
				const wanted = reading.addressRequest(request);
				const player = wanted && reading.playerById(wanted.playerId);
				const full = player && reading.addressesOf(player.id).length >= 5;
				const fits = wanted && addressKey(wanted.address) === addressKey(address);
				if (already || !player || full || !fits) return refuse(text, say("address-join-none"));
				const { userid } = player;
				return {
					changes: [{
						do: "add-address",
						playerId: player.id,
						address
					}],
					letters: [noticeTo(toPlayer(player), [say("address-added", {
						address,
						userid
					})])],
					section: {
						understood: void 0,
						says: [say("address-added", {
							address,
							userid
						})]
					}
				};
			}
		});
	}
};

// src/player/userid.ts
const SHAPE$1 = /^[a-z0-9][a-z0-9._-]{0,18}[a-z0-9]$/i;
/** Words that a command could read as something else than a player. */
const RESERVED = /* @__PURE__ */ new Set([
	"active",
	"admin",
	"all",
	"anyone",
	"from",
	"me",
	"next",
	"none",
	"open",
	"them",
	"turnpost",
	"you"
]);
/**
* Reads a userid: 2 to 20 letters, digits, `-`, `_` or `.`, beginning and ending with a letter or
* a digit. The case that the player chose is kept.
*/
function parseUserid(text) {
	if (!SHAPE$1.test(text)) return err(say("userid-shape"));
	if (RESERVED.has(text.toLowerCase())) return err(say("userid-reserved", { userid: text }));
	return ok(text);
}

// src/command/account/block.ts
/** Keeps another player's messages, challenges and comments away. The other one is not told. */
const block = {
	name: "block",
	aliases: [],
	usage: "block USERID",
	summary: "keeps the words of a player away; alone, lists them",
	example: "block eve",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read({ words }) {
		return words.length === 0 ? ok(listBlocked) : aboutPlayer("block", words, (text, player, other, reading) => {
			if (reading.blockedBy(player.id).length >= 200) return refuse(text, say("block-enough", { count: 200 }));
			return {
				changes: [{
					do: "put-block",
					playerId: player.id,
					blockedId: other.id
				}],
				letters: [],
				section: {
					understood: text,
					says: [say("blocked", { userid: other.userid })]
				}
			};
		});
	}
};
/** Takes a `block` back. */
const unblock = {
	name: "unblock",
	aliases: [],
	usage: "unblock USERID",
	summary: "lets a player write to you again",
	example: "unblock eve",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read: ({ words }) => aboutPlayer("unblock", words, (text, player, other, reading) => {
		if (!reading.blocks(player.id, other.id)) return refuse(text, say("not-blocked", { userid: other.userid }));
		return {
			changes: [{
				do: "remove-block",
				playerId: player.id,
				blockedId: other.id
			}],
			letters: [],
			section: {
				understood: text,
				says: [say("unblocked", { userid: other.userid })]
			}
		};
	})
};
const listBlocked = {
	text: "block",
	board: void 0,
	run({ player, reading }) {
		const userids = reading.blockedBy(player.id);
		const said = userids.length === 0 ? say("block-none") : say("block-list", {
			userids: userids.join(", "),
			count: userids.length
		});
		return tell({
			understood: "block",
			says: [said]
		});
	}
};
/** Reads the one userid that both commands take, and finds the player. */
function aboutPlayer(command, [written, ...rest], decide) {
	if (written === void 0 || rest.length > 0) return err(say("block-shape", { command }));
	const userid = parseUserid(written);
	if (!userid.ok) return userid;
	const text = `${command} ${userid.value}`;
	return ok({
		text,
		board: void 0,
		run({ player, reading }) {
			const other = reading.playerByUserid(userid.value);
			if (!other) return refuse(text, say("no-such-player", { userid: userid.value }));
			if (other.id === player.id) return refuse(text, say("block-yourself"));
			return decide(text, player, other, reading);
		}
	});
}

// src/command/account/feedback.ts
/** Sends a player's words to the admins of the server. */
const feedback = {
	name: "feedback",
	aliases: [],
	usage: "feedback, and the text on the lines below",
	summary: "sends what you write below it to whoever runs this server",
	example: "feedback",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("feedback-shape"));
		const text = "feedback";
		return ok({
			text,
			board: void 0,
			wantsText: true,
			run({ player, reading, comment, hasAdmin }) {
				if (!hasAdmin) return refuse(text, say("feedback-nobody"));
				if (comment === "") return refuse(text, say("feedback-shape"));
				const count = 3;
				const hours = reading.hoursToAct(player.id, "feedback", count);
				if (hours > 0) return refuse(text, say("feedback-enough", {
					count,
					hours
				}));
				if (reading.allActsToday("feedback") >= 50) return refuse(text, say("feedback-full"));
				return {
					changes: [{
						do: "note-act",
						playerId: player.id,
						act: "feedback"
					}, {
						do: "tell-admins",
						from: player.userid,
						text: comment
					}],
					letters: [],
					section: {
						understood: text,
						says: [say("feedback-sent")]
					}
				};
			}
		});
	}
};

// src/command/shape/nearest.ts
/**
* The known word that a mistyped one was probably meant to be: one letter off or two neighbours
* swapped, two letters off in a long word. Undefined when none is that near; of several the nearest,
* and of equals the first.
*/
function nearest$1(written, known) {
	const word = written.toLowerCase();
	let found;
	let fewest = Number.POSITIVE_INFINITY;
	for (const each of known) {
		const off = distance(word, each);
		const slips = off === 2 && isSwap(word, each) ? 1 : off;
		if ((slips === 1 || slips === 2 && each.length >= 7) && slips < fewest) [found, fewest] = [each, slips];
	}
	return found;
}
function isSwap(word, known) {
	const sorted = (text) => [...text].sort().join("");
	return word.length === known.length && sorted(word) === sorted(known);
}

// src/command/account/set.ts
/** Changes how letters to a player look, or lists what may be changed. */
const set = {
	name: "set",
	aliases: [],
	usage: "set NAME VALUE",
	summary: "changes how your letters look; alone, lists all of it",
	example: "set mail text",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	values: [...SETTINGS.flatMap(({ name, values }) => [name, ...values]), ...SWITCH_WORDS],
	read({ words }) {
		const [name, written, ...rest] = words;
		if (name === void 0) return ok(listSettings);
		const setting = SETTINGS.find((each) => each.name === name.toLowerCase());
		if (!setting) return err(noSuchSetting(name));
		const value = written !== void 0 && rest.length === 0 ? setting.read(written) : void 0;
		if (value === void 0) return err(noSuchValue(setting, words.slice(1).join(" ")));
		const text = `set ${setting.name} ${value}`;
		return ok({
			text,
			board: void 0,
			run({ player }) {
				return {
					changes: [{
						do: "put-setting",
						playerId: player.id,
						name: setting.name,
						value
					}],
					letters: [],
					section: {
						understood: text,
						says: [say(`setting-${setting.name}`, { value })]
					}
				};
			}
		});
	}
};
const listSettings = {
	text: "set",
	board: void 0,
	run: ({ player }) => tell({
		understood: "set",
		says: [...settingLines(player), say("settings-how")]
	})
};
/** A line for every setting: its name, what it is now, and what that does. */
const settingLines = ({ settings }) => SETTINGS.map((setting) => say(`setting-${setting.name}`, { value: chosen(settings, setting) }));
/** Says what the setting takes, or names the zone of a city, when that was written. */
function noSuchValue(setting, written) {
	const near = setting.near?.(written);
	return near === void 0 ? say(`setting-${setting.name}-values`) : say("no-such-zone-near", { near });
}
function noSuchSetting(written) {
	const names = SETTINGS.map(({ name }) => name);
	const near = nearest$1(written, names);
	return near === void 0 ? say("no-such-setting", { names: names.join(", ") }) : say("no-such-setting-near", { near });
}

// src/command/account/language.ts
/** Changes the language of the sender's letters, or tells which it is: `set language` in a word. */
const language = {
	name: "language",
	aliases: [],
	usage: "language [LANGUAGE]",
	summary: "changes the language of your letters",
	example: "language",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read({ words, options }, place) {
		return words.length === 0 ? ok(tellLanguage) : set.read({
			words: ["language", ...words],
			options
		}, place);
	}
};
const tellLanguage = {
	text: "language",
	board: void 0,
	run: ({ player }) => tell({
		understood: "language",
		says: settingLines(player).filter(({ code }) => code === "setting-language")
	})
};

// src/command/account/message.ts
/** Sends a player's words to another player, about no board in particular. */
const message$1 = {
	name: "message",
	aliases: [],
	usage: "message USERID",
	summary: "sends a player what you write on the lines below it",
	example: "message bob",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read({ words }) {
		const [to, ...rest] = words;
		if (to === void 0 || rest.length > 0) return err(say("message-shape"));
		const userid = parseUserid(to);
		if (!userid.ok) return userid;
		const text = `message ${userid.value}`;
		return ok({
			text,
			board: void 0,
			run({ player, reading, comment }) {
				const other = reading.playerByUserid(userid.value);
				if (!other) return refuse(text, say("no-such-player", { userid: userid.value }));
				if (other.id === player.id) return refuse(text, say("message-yourself"));
				if (comment === "") return refuse(text, say("message-empty", { userid: other.userid }));
				if (reading.blocks(other.id, player.id)) return refuse(text, say("takes-no-messages", { userid: other.userid }));
				const hours = reading.hoursToAct(player.id, "message", 20);
				if (hours > 0) return refuse(text, say("message-enough", {
					count: 20,
					hours
				}));
				return {
					changes: [{
						do: "note-act",
						playerId: player.id,
						act: "message"
					}],
					letters: [{
						to: toPlayer(other),
						message: {
							kind: "message",
							facts: {
								from: player.userid,
								text: comment
							}
						},
						reply: {
							purpose: "account",
							number: 0
						}
					}],
					section: {
						understood: text,
						says: [say("message-sent", { userid: other.userid })]
					}
				};
			}
		});
	}
};

// src/match/resign.ts
/** Ends a match with a win for the other side, in or out of turn. */
function resignMatch(match, playerId, ending) {
	const colour = colourOf(match, playerId);
	if (colour === void 0) return err(say("not-your-board", { board: match.board }));
	if (match.outcome !== void 0) return err(say("match-over", { board: match.board }));
	return ok({
		...match,
		revision: match.revision + 1,
		outcome: {
			winner: opposite(colour),
			ending
		}
	});
}

// src/player/proof.ts
/** How many questions letters to one address may cause in a day. Forged ones cost proven ones nothing. */
const questionsPerDayMax = (proven) => proven ? 20 : 5;

// src/command/account/signoff.ts
/**
* Closes an account. The command itself only sends a warning, with the boards that would be given
* up; the yes to that letter does it. So it needs no proof of its own, and proves nothing either.
*/
const signoff = {
	name: "signoff",
	aliases: ["sign off", "delete"],
	usage: "signoff",
	summary: "closes your account; a letter asks you once more first",
	example: "signoff",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("no-words-wanted", { command: "signoff" }));
		const text = "signoff";
		return ok({
			text,
			board: void 0,
			run({ player, reading, proven }) {
				if (reading.questionsToday(player.address, proven) >= questionsPerDayMax(proven)) return refuse(text, say("confirm-enough"));
				const boards = reading.activeMatches(player.id).map((match) => ({
					board: match.board,
					game: gameOf(match.rules).name,
					opponent: match[opposite(colourOf(match, player.id) ?? "black")].userid
				}));
				const hours = heldMsMax / oneHourMs;
				return {
					changes: [{
						do: "ask-yes",
						to: toPlayer(player),
						lines: ["signoff now"],
						message: {
							kind: "signoff",
							facts: {
								userid: player.userid,
								boards,
								hours
							}
						}
					}],
					letters: [],
					section: void 0
				};
			}
		});
	}
};
/** What the yes to the warning does: boards are given up, offers end, and the person is forgotten. */
const signoffNow = {
	name: "signoff now",
	aliases: [],
	usage: "signoff now",
	summary: "closes your account",
	example: "signoff now",
	audience: "player",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("no-words-wanted", { command: "signoff" }));
		return ok({
			text: "signoff now",
			board: void 0,
			run(asking) {
				const { player, reading } = asking;
				const { userid, language, address } = player;
				const parts = [...reading.activeMatches(player.id).map((match) => leaveBoard(match, player, asking)), ...reading.openChallenges(player.id).map((challenge) => leaveChallenge(challenge, player, reading))];
				const nobody = {
					playerId: void 0,
					userid: void 0,
					address,
					language
				};
				return {
					changes: [...parts.flatMap(({ changes }) => changes), {
						do: "sign-off",
						playerId: player.id
					}],
					letters: [...parts.flatMap(({ letters }) => letters), noticeTo(nobody, [say("signed-off", { userid })])],
					section: void 0
				};
			}
		});
	}
};
/** A board is resigned, and only the opponent hears of it. */
function leaveBoard(match, player, asking) {
	const resigned = resignMatch(match, player.id, "resigned");
	if (!resigned.ok) return {
		changes: [],
		letters: []
	};
	const letters = boardLetters(resigned.value, asking, [say("has-left", { userid: player.userid })]);
	return {
		changes: [{
			do: "advance-match",
			match: resigned.value,
			event: "resign"
		}],
		letters: letters.filter(({ to }) => to.playerId !== player.id)
	};
}
/** An offer, made or received, is off the table, and the other player hears of it. */
function leaveChallenge(challenge, { id, userid }, reading) {
	const { number, challenger, challenged } = challenge;
	const own = challenger.id === id;
	const seat = own ? challenged : challenger;
	const untold = own && reading.isUntold(challenge);
	const other = seat && !untold ? reading.playerById(seat.id) : void 0;
	const state = own ? "withdrawn" : "declined";
	return {
		changes: [{
			do: "put-challenge",
			challenge: {
				...challenge,
				state
			}
		}],
		letters: other ? [noticeTo(toPlayer(other), [say("left-challenge", {
			userid,
			number
		})])] : []
	};
}

// src/match/pace.ts
/** As it always was on play-by-mail servers. */
const USUAL_PACE = {
	nagDays: 7,
	forfeitDays: 21,
	totalDays: void 0,
	incrementDays: 0
};
/** Writes a pace: `7/21`, or `7/21/90+1` with a total. `parsePace` reads it back. */
function makePace({ nagDays, forfeitDays, totalDays, incrementDays }) {
	const turn = `${nagDays}/${forfeitDays}`;
	return totalDays === void 0 ? turn : `${turn}/${totalDays}+${incrementDays}`;
}

// src/command/challenge/limit.ts
/** Bounds how many boards of a game challenges may bring; boards that are there go on. */
const limit = {
	name: "limit",
	aliases: [],
	usage: "limit GAME N",
	summary: "lets challenges bring you at most N boards of a game",
	example: "limit forms 3",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	values: ["off"],
	gameAt: () => 0,
	read({ words }) {
		const [named, written, ...rest] = words;
		if (named === void 0) return ok(listLimits);
		const game = findGame(named.toLowerCase());
		if (!game) return err(VALUE.test(named) ? say("limit-shape", { rules: RULES[0] }) : say("no-such-game"));
		const value = written?.toLowerCase() ?? "";
		if (!VALUE.test(value) || rest.length > 0) return err(say("limit-shape", { rules: game.rules }));
		const text = `limit ${game.rules} ${value}`;
		return ok({
			text,
			board: void 0,
			run({ player }) {
				const name = limitSetting(game.rules);
				return {
					changes: [{
						do: "put-setting",
						playerId: player.id,
						name,
						value
					}],
					letters: [],
					section: {
						understood: text,
						says: [limitLine(game.rules, value)]
					}
				};
			}
		});
	}
};
const VALUE = /^(?:off|0|[1-9]\d{0,2})$/i;
const listLimits = {
	text: "limit",
	board: void 0,
	run: ({ player }) => tell({
		understood: "limit",
		says: GAMES.map(({ rules }) => limitLine(rules, limitOf(player, rules)))
	})
};
const limitLine = (rules, value) => say("limit-line", {
	rules,
	game: gameOf(rules).name,
	value
});
/** The number of boards of a game that a player has set, or `off`. */
const limitOf = ({ settings }, rules) => settings?.[limitSetting(rules)] ?? "off";

// src/command/challenge/takes-challenge.ts
/**
* Why a player does not take a challenge to a game from another one, or undefined. Who is blocked
* reads the same as everybody reads after `accept none`: nobody is told of a block.
*/
function takesNoChallenge(player, from, rules, reading) {
	const { id, userid } = player;
	const none = takesNone(player, from, reading);
	if (none) return none;
	const limit = limitOf(player, rules);
	if (limit === "off") return void 0;
	return reading.activeMatches(id).filter((match) => match.rules === rules).length < Number(limit) ? void 0 : say("takes-no-more", {
		userid,
		game: gameOf(rules).name
	});
}
/** The same about any game. */
function takesNone({ id, userid, settings }, from, reading) {
	return settings?.["accept"] === "none" || reading.blocks(id, from.id) ? say("takes-no-challenges", { userid }) : void 0;
}

// src/command/challenge/new-challenge.ts
/**
* Why a player may not make a challenge now: to this opponent, or to everybody when there is none.
* Undefined when nothing is in the way.
*/
function challengeHindrance(player, opponent, rules, reading) {
	if (opponent?.id === player.id) return say("challenge-yourself");
	if (opponent && reading.isSuspended(opponent.id)) return say("takes-no-challenges", { userid: opponent.userid });
	const unwilling = opponent && takesNoChallenge(opponent, player, rules, reading);
	if (unwilling) return unwilling;
	const mine = reading.openChallenges(player.id).filter(({ challenger }) => challenger.id === player.id);
	const same = opponent && mine.find(({ challenged }) => challenged?.id === opponent.id);
	if (same) return say("challenge-again", {
		number: same.number,
		userid: opponent.userid
	});
	const count = 10;
	const hours = opponent ? reading.hoursToAct(player.id, "challenge", count, opponent.id) : 0;
	if (opponent && hours > 0) return say("challenge-enough", {
		userid: opponent.userid,
		count,
		hours
	});
	return mine.length < 20 ? void 0 : say("too-many-challenges", { count: 20 });
}
/**
* A new challenge on these terms, to one player or, when there is none, to everybody, or to everybody
* with a rating in the band.
*/
const newChallenge = (player, opponent, { game, size, first, pace, rated }, reading, band) => ({
	number: reading.nextNumber(),
	challenger: {
		id: player.id,
		userid: player.userid
	},
	challenged: opponent && {
		id: opponent.id,
		userid: opponent.userid
	},
	rules: game.rules,
	size,
	first,
	pace: pace === "none" ? void 0 : pace,
	...rated && { rated },
	...band && { band },
	state: "open"
});
/** What a challenge to one player changes: it is made, and counted. */
const challengeChanges = (challenge) => {
	const { challenger, challenged } = challenge;
	return [{
		do: "put-challenge",
		challenge
	}, {
		do: "note-act",
		playerId: challenger.id,
		act: "challenge",
		...challenged && { otherId: challenged.id }
	}];
};
/** The letter that a challenge makes; a reply to it may be as short as `accept`. */
const challengeLetter = (to, challenge, comment) => ({
	to,
	message: {
		kind: "challenge",
		facts: {
			...shownTerms(challenge),
			challenger: challenge.challenger.userid,
			comment
		}
	},
	reply: {
		purpose: "account",
		number: challenge.number
	}
});
/** What a letter shows of a challenge. */
const shownTerms = (challenge) => {
	const { number, rules, size, first, pace, rated = false } = challenge;
	return {
		number,
		rules,
		...size,
		first,
		rated,
		...pace && { pace }
	};
};

// src/command/challenge/invited.ts
/** What a new player finds waiting: the challenge of whoever has sent the invitation. */
function invitedBy(player, reading) {
	const invitation = reading.invitationFor(player.address);
	const inviter = invitation && reading.playerById(invitation.inviterId);
	if (!inviter) return {
		changes: [],
		letters: []
	};
	const { rules, size, first } = invitation;
	const { userid } = player;
	const terms = {
		game: gameOf(rules),
		size,
		first,
		pace: USUAL_PACE,
		rated: true
	};
	const challenge = newChallenge(inviter, player, terms, reading);
	const { number } = challenge;
	return {
		changes: [{
			do: "put-challenge",
			challenge
		}, {
			do: "take-invitation",
			address: player.address
		}],
		letters: [challengeLetter(toPlayer(player), challenge, ""), noticeTo(toPlayer(inviter), [say("invite-taken", {
			userid,
			number
		})])]
	};
}

// src/command/account/signup.ts
/** What stands for a password that was written: no full stops, which are taken off the end of a line. */
const GIVEN = "***";
/**
* Opens an account for the address that the letter comes from, once its owner has confirmed. That yes
* answers a letter which shows neither a password nor a further address, because a stranger may have
* written them: so it makes none of them valid, and the welcome tells how the owner can.
*/
const signup = {
	name: "signup",
	aliases: ["sign up"],
	usage: "signup USERID",
	summary: "opens an account; the answer asks you to confirm it",
	example: "signup carol",
	audience: "anyone",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const wanted = readWanted$1(words);
		if (!wanted.ok) return wanted;
		const { userid, withPassword, addresses } = wanted.value;
		const said = [
			"signup",
			userid,
			...withPassword ? ["***"] : []
		].join(" ");
		const text = [said, ...addresses].join(" ");
		return ok({
			text,
			board: void 0,
			run: (asking) => open(said, wanted.value, asking)
		});
	}
};
/** With a host of at least two names, so that a password with an `@` is none. */
const isMailbox = (word) => /@.*\./.test(word) && parseAddress(word).ok;
function readWanted$1([name, ...rest]) {
	if (name === void 0) return err(say("signup-shape"));
	const userid = parseUserid(name);
	if (!userid.ok) return userid;
	const given = rest.filter((word) => word === "***").length;
	if (given > 1) {
		const facts = {
			userid: userid.value,
			least: 8,
			most: 64
		};
		return err(say("signup-password", facts));
	}
	const others = rest.filter((word) => word !== "***");
	if (!others.every(isMailbox)) return err(say("signup-shape"));
	const found = /* @__PURE__ */ new Map();
	for (const other of others) {
		const address = parseAddress(other);
		if (address.ok) found.set(addressKey(address.value), address.value);
	}
	return found.size > 2 ? err(say("signup-addresses", { count: 2 })) : ok({
		userid: userid.value,
		withPassword: given > 0,
		addresses: [...found.values()]
	});
}
/** What may not be had says what may: a name that only looks like an address loses its dots. */
const reserved = (userid, mistaken) => mistaken === "domain" ? say("userid-domain", {
	userid,
	other: userid.replaceAll(".", "-")
}) : say("userid-mistaken", {
	userid,
	mistaken
});
/** A language that is not the usual one stands among the settings, where it can be changed. */
const languageChosen = ({ id: playerId, language: value }) => value === LANGUAGES[0] ? [] : [{
	do: "put-setting",
	playerId,
	name: "language",
	value
}];
function open(said, wanted, asking) {
	const { reading, player: already, address, language, mistakenFor } = asking;
	const { userid, withPassword } = wanted;
	if (already) return refuse(said, say("has-account", { userid: already.userid }));
	const mistaken = mistakenFor(userid);
	if (mistaken) return refuse(said, reserved(userid, mistaken));
	if (reading.useridTaken(userid)) return refuse(said, say("userid-taken", { userid }));
	const player = {
		id: reading.nextPlayerId(),
		userid,
		address,
		language
	};
	const invited = invitedBy(player, reading);
	const others = wanted.addresses.filter((other) => addressKey(other) !== addressKey(address));
	const says = [...withPassword ? [say("signup-sets-none")] : [], ...others.map((other) => say("signup-adds-none", { address: other }))];
	return {
		changes: [
			{
				do: "add-player",
				player
			},
			...languageChosen(player),
			...invited.changes
		],
		letters: [{
			to: toPlayer(player),
			message: {
				kind: "welcome",
				facts: {
					userid,
					...says.length > 0 && { says }
				}
			},
			reply: {
				purpose: "account",
				number: 0
			}
		}, ...invited.letters],
		section: void 0,
		exact: [said, ...others].join(" ")
	};
}

// src/command/account/tokens.ts
/**
* Ends what the letters that a player has got so far can do: somebody else may have seen them. What
* waits for a yes ends as well, because its question is such a letter.
*/
const tokensNew = {
	name: "tokens new",
	aliases: ["new tokens"],
	usage: "tokens new",
	summary: "makes older letters worthless, and sends your boards anew",
	example: "tokens new",
	audience: "player",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("no-words-wanted", { command: "tokens new" }));
		const text = "tokens new";
		return ok({
			text,
			board: void 0,
			run: ({ player }) => ({
				changes: [{
					do: "end-tokens",
					playerId: player.id
				}],
				letters: [],
				section: {
					understood: text,
					says: [say("tokens-ended")]
				}
			})
		});
	}
};

// src/match/clock.ts
/** Whether a day is off. */
const isOff = (off, day) => off.some(({ from, to }) => from <= day && day <= to);

// src/command/shape/fold.ts
/** Marks that make no letter stay: they may strike it out. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const UMLAUTS = {
	ä: "ae",
	ö: "oe",
	ü: "ue",
	ß: "ss"
};
/**
* One spelling for all that people write for the same words: lower case, one blank between two words,
* plain apostrophes, umlauts in two letters (`bestaetigt`), and no other accents, nor what gives an
* emoji its colors.
*/
const fold$1 = (text) => text.normalize("NFC").toLowerCase().replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter).replace(ACCENTED, withoutMarks).replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'").replace(/[\ufe0e\ufe0f]/g, "").replace(/\s+/g, " ").trim();
/** What `fold` makes of a word, also where its umlauts were written without their dots (`zuruck`). */
const foldings = (word) => [.../* @__PURE__ */ new Set([fold$1(word), fold$1(withoutMarks(word))])];
function withoutMarks(text) {
	return text.normalize("NFD").replace(/\p{M}/gu, "");
}

// src/command/shape/date-words.ts
const ALL = Object.values({
	en: {
		locales: ["en"],
		until: "to until till til through thru",
		idle: "the of on from starting beginning inclusive including",
		ordinals: "st nd rd th"
	},
	de: {
		locales: ["de", "de-AT"],
		until: "bis",
		idle: "der dem den zum am von vom ab einschließlich inklusive",
		ordinals: "ter ten te"
	}
});
const LOCALES = ALL.flatMap(({ locales }) => locales);
const setOf = (kind) => new Set(ALL.flatMap((words) => words[kind].split(" ").flatMap(foldings)));
const UNTIL_WORDS = setOf("until");
const ORDINALS = setOf("ordinals");
/** What a month or a weekday is called in all languages: `Dezember`, `December`, `Thu`. */
const namesOf = (format, day) => LOCALES.map((locale) => new Intl.DateTimeFormat(locale, {
	...format,
	timeZone: "UTC"
}).format(day).replace(/\.$/, "")).flatMap(foldings);
/** Made when the first date is read: most runs of the program read none, and `Intl` takes its time. */
const calendarWords = () => {
	made ??= {
		idle: /* @__PURE__ */ new Set([...setOf("idle"), ...[
			1,
			2,
			3,
			4,
			5,
			6,
			7
		].flatMap((day) => ["long", "short"].flatMap((weekday) => namesOf({ weekday }, new Date(Date.UTC(2024, 0, day)))))]),
		months: Array.from({ length: 12 }, (_, month) => namesOf({ month: "long" }, new Date(Date.UTC(2024, month)))),
		days: new Map(LOCALES.flatMap((locale) => [0, 1].flatMap((days) => {
			const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
			return foldings(format.format(days, "day")).map((word) => [word, days]);
		})))
	};
	return made;
};
let made;
/** Whether a date makes nothing of a word; the name of the weekday is one of them. */
const isIdleWord = (word) => calendarWords().idle.has(word);
/** How many days from now on a word means: `today`, `morgen`. */
const daysFromToday = (word) => calendarWords().days.get(word);
const MONTH_CHARS_MIN = 3;
/** The month, from 1 on, that a word is the name of, or its beginning: `Sept`. */
function monthNamed(word) {
	if (word.length < MONTH_CHARS_MIN) return void 0;
	const monthsWith = (fits) => calendarWords().months.flatMap((names, index) => names.some(fits) ? [index + 1] : []);
	const whole = monthsWith((name) => name === word);
	const [month, ...others] = whole.length > 0 ? whole : monthsWith((name) => name.startsWith(word));
	return others.length === 0 ? month : void 0;
}

// src/command/shape/written-date.ts
/** A date with the year first is one token: behind `24.12.` its year is none of that day. */
const TOKEN = /\d{4}([-./])\d{1,2}\1\d{1,2}(?!\d)|\d+|\p{L}+|[.,/-]/gu;
/**
* The words, numbers and signs that dates are made of, without those that tell nothing.
*
* @returns undefined where something else is in the text
*/
function dateTokens(text) {
	const whole = fold$1(text);
	if (/[^\p{L}\d\s.,/-]/u.test(whole)) return void 0;
	return (whole.match(TOKEN) ?? []).filter((token) => token !== "," && !isIdleWord(token));
}
const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/;
/** With full stops the day comes first, wherever they are written. */
const WITH_STOPS = /^(\d{1,2}) \. (\d{1,2})(?: \.(?: (\d{2}|\d{4}))?)?$/;
const WITH_STROKES = /^(\d{1,2}) ([-/]) (\d{1,2})(?: \2 (\d{4}))?$/;
const DAY_AND_NAME = /^(\d{1,2})(?: (\.|\p{L}+))?(?: -)? (\p{L}{3,})(?: [.-])?(?: (\d{4}))?$/u;
const NAME_AND_DAY = /^(\p{L}{3,})(?: [.-])? (\d{1,2})(?: (\.|\p{L}+))?(?: (\d{4}))?$/u;
const DAY_ALONE = /^(\d{1,2})(?: (\S+))?$/;
/**
* Reads one date: `2026-12-24`, `24.12.`, `24.12.2026`, `24/12`, `24 Dec`, `Dec 24th, 2026`,
* `24. Dezember`, `today`. What no calendar has (`30.2.`) is a date, too: `dayOf` tells.
*
* @param tokens as `dateTokens` gives them
*/
function readDate(tokens) {
	const text = tokens.join(" ");
	const days = daysFromToday(text);
	if (days !== void 0) return {
		kind: "from-today",
		days
	};
	const numbers = (year, month = "", day = "") => date(year, Number(month), Number(day));
	const [, fullYear, , itsMonth, itsDay] = YEAR_FIRST.exec(text) ?? [];
	if (fullYear) return numbers(fullYear, itsMonth, itsDay);
	const [, stopDay, stopMonth, stopYear] = WITH_STOPS.exec(text) ?? [];
	if (stopDay) return numbers(stopYear, stopMonth, stopDay);
	const [, one, , other, strokeYear] = WITH_STROKES.exec(text) ?? [];
	if (one) return eitherWay(Number(one), Number(other), strokeYear);
	const [, day, behindDay, name, year] = DAY_AND_NAME.exec(text) ?? [];
	const [, firstName, secondDay, behindSecond, lastYear] = NAME_AND_DAY.exec(text) ?? [];
	const [, aloneDay, behindAlone] = DAY_ALONE.exec(text) ?? [];
	return named$1(name, day, behindDay, year) ?? named$1(firstName, secondDay, behindSecond, lastYear) ?? (aloneDay && isOrdinal(behindAlone) ? {
		kind: "day",
		day: Number(aloneDay)
	} : void 0);
}
function named$1(name, day, behindDay, year) {
	const month = name === void 0 ? void 0 : monthNamed(name);
	if (month === void 0 || !isOrdinal(behindDay)) return void 0;
	return date(year, month, Number(day));
}
const isOrdinal = (behind) => behind === void 0 || behind === "." || ORDINALS.has(behind);
/** Two numbers with a stroke: day and month here, month and day there. */
function eitherWay(one, other, year) {
	const [dayFirst, monthFirst] = [date(year, other, one), date(year, one, other)];
	if (other > 12) return monthFirst;
	return one > 12 || one === other ? dayFirst : {
		kind: "two-ways",
		dayFirst,
		monthFirst
	};
}
/** A year of two digits is one of this century. */
const date = (year, month, day) => ({
	kind: "date",
	year: year === void 0 ? void 0 : Number(year) + (year.length === 2 ? 2e3 : 0),
	month,
	day
});
const LEAP_YEAR = 2024;
/** The day that a date is in a year, or in its own; undefined when that has no such day. */
function dayOf({ year, month, day }, inYear = year ?? LEAP_YEAR) {
	const [yyyy, mm, dd] = [
		[inYear, 4],
		[month, 2],
		[day, 2]
	].map(([number, digits]) => String(number).padStart(digits, "0"));
	return parseDay(`${yyyy}-${mm}-${dd}`);
}
/** Writes a date with numbers alone, as `readDate` reads it in every language. */
const makeDate = ({ year, month, day }) => year === void 0 ? `${day}.${month}.` : [String(year), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");

// src/command/shape/written-span.ts
const TODAY = {
	kind: "from-today",
	days: 0
};
/**
* Reads a first day and a last: `2026-12-20 2027-01-03`, `24.12. - 2.1.`, `from Dec 24 to Jan 2`,
* `24. bis 26. Dezember`, `until Jan 2`.
*
* @param command what stands in front of them, for the sentence that says what to type instead
* @returns undefined where they are written in no way that is known
*/
function readSpan(text, command) {
	const tokens = dateTokens(text) ?? [];
	const [halves, ...others] = tokens.flatMap((_, at) => readHalves(tokens, at) ?? []);
	if (halves) return others.length === 0 ? spanOf(halves, command) : void 0;
	const alone = readDate(tokens);
	return alone?.kind === "date" ? err(say("vacation-one-day", { line: lineOf(command, alone, alone) })) : void 0;
}
const JOINS = /* @__PURE__ */ new Set(["-", ...UNTIL_WORDS]);
/** The dates on either side of a place, at which a word or a dash may stand. */
function readHalves(tokens, at) {
	const joined = JOINS.has(tokens[at] ?? "");
	if (at === 0 && !joined) return void 0;
	const from = at === 0 ? TODAY : readDate(tokens.slice(0, at));
	const to = readDate(tokens.slice(joined ? at + 1 : at));
	if (!from || !to) return void 0;
	if (from.kind !== "day" && to.kind !== "day") return {
		from,
		to
	};
	return joined ? inOneMonth(from, to) : void 0;
}
/** A number alone is a day of the month that stands beside the other: `24. - 26.12.`, `Dec 24-26`. */
function inOneMonth(from, to) {
	const whole = [from, to].find((date) => date.kind === "date");
	const [first, last] = [from, to].flatMap((date) => "day" in date ? date.day : []);
	if (!whole || first === void 0 || last === void 0 || first > last) return void 0;
	return {
		from: {
			...whole,
			day: first
		},
		to: {
			...whole,
			day: last
		}
	};
}
function spanOf({ from, to }, command) {
	if (from.kind === "two-ways" || to.kind === "two-ways") {
		const line = (way) => lineOf(command, from.kind === "two-ways" ? from[way] : from, to.kind === "two-ways" ? to[way] : to);
		return err(say("date-two-ways", {
			dayFirst: line("dayFirst"),
			monthFirst: line("monthFirst")
		}));
	}
	const missing = [from, to].find((date) => date.kind === "date" && dayOf(date) === void 0);
	if (missing?.kind === "date") return err(say("no-such-day", { day: makeDate(missing) }));
	return ok({
		from,
		to
	});
}
const lineOf = (command, from, to) => `${command} ${makeSpan({
	from,
	to
})}`;
/** The words for a span in our own spelling, as `readSpan` reads them. */
const makeSpan = ({ from, to }) => [from, to].map((date) => date.kind === "date" ? makeDate(date) : date.days === 0 ? "today" : "tomorrow").join(" ");
/**
* The days that were meant. A first day without a year is the next one to come, or the last one before
* a last day that has a year; a last day without one is the next after the first.
*/
function daysOf({ from, to }, today) {
	const lastOfAll = to.kind === "date" && to.year !== void 0 ? dayOf(to) : void 0;
	const first = lastOfAll === void 0 ? nearest(from, today, 1) : nearest(from, today, -1, lastOfAll);
	return {
		from: first,
		to: nearest(to, today, 1, first)
	};
}
/** A leap day comes again after four years, or after eight where a century has none. */
const YEARS_MAX = 8;
/**
* The day that a date means.
*
* @param step without a year, the nearest one: 1 from a day on, -1 up to that day
*/
function nearest(date, today, step, day = today) {
	if (date.kind === "from-today") return today + date.days;
	if (date.year !== void 0) return dayOf(date) ?? day;
	const { year } = yearOf(day);
	for (let years = 0; years <= YEARS_MAX; years++) {
		const found = dayOf(date, year + step * years);
		if (found !== void 0 && (found - day) * step >= 0) return found;
	}
	return day;
}

// src/command/account/vacation.ts
/** Days off: a player's clocks stand still, and no reminder comes. */
const vacation = {
	name: "vacation",
	aliases: ["holiday", "holidays"],
	usage: "vacation FROM TO, vacation off",
	summary: "stops your clocks and reminders for some days",
	example: "vacation 2026-12-20 2027-01-03",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	values: ["off"],
	read({ words }) {
		const written = words.join(" ");
		if (written === "") return ok({
			text: "vacation",
			board: void 0,
			run: listDaysOff
		});
		if (written.toLowerCase() === "off") return ok({
			text: "vacation off",
			board: void 0,
			run: endDaysOff
		});
		const span = readSpan(written, "vacation") ?? err(say("vacation-shape"));
		if (!span.ok) return span;
		const text = `vacation ${makeSpan(span.value)}`;
		return ok({
			text,
			board: void 0,
			run: (asking) => takeOff(span.value, asking)
		});
	}
};
function takeOff(written, asking) {
	const { player, reading, vacationDays } = asking;
	const today = reading.today(chosenZone(player.settings));
	const wished = daysOf(written, today);
	const { to } = wished;
	const [firstDay, lastDay] = [makeDay(wished.from), makeDay(to)];
	const text = `vacation ${firstDay} ${lastDay}`;
	if (to < wished.from) return refuse(text, say("vacation-backwards", {
		from: firstDay,
		to: lastDay
	}));
	if (wished.from < today) return refuse(text, say("vacation-past", { today: makeDay(today) }));
	if (to > today + 550) return refuse(text, say("vacation-far", { days: 550 }));
	const known = reading.daysOff(player.id, yearOf(wished.from).from);
	const from = known.some((span) => span.to === today && wished.from === today && to > today) ? today + 1 : wished.from;
	const clash = known.find((span) => span.from <= to && from <= span.to);
	if (clash) return refuse(text, say("vacation-clash", {
		from: makeDay(clash.from),
		to: makeDay(clash.to)
	}));
	const span = {
		from,
		to
	};
	const all = mergeSpans([...known, span]);
	for (let day = from; day <= to;) {
		const { year, ...days } = yearOf(day);
		if (daysWithin(all, days) - vacationDays > 0) {
			const left = Math.max(0, vacationDays - daysWithin(known, days));
			return refuse(text, say("vacation-too-long", {
				year: String(year),
				days: vacationDays,
				left
			}));
		}
		day = days.to + 1;
	}
	const left = leftIn(all, from, vacationDays);
	return {
		changes: [{
			do: "put-vacation",
			playerId: player.id,
			span
		}],
		letters: [],
		section: {
			understood: text,
			says: [say("vacation-set", {
				from: makeDay(from),
				to: makeDay(to),
				...left
			})]
		},
		exact: text
	};
}
/** How many days of a year may still be taken off. */
function leftIn(off, day, vacationDays) {
	const { year, ...span } = yearOf(day);
	return {
		year: String(year),
		left: Math.max(0, vacationDays - daysWithin(off, span))
	};
}
/** Today stays a day off, so that nobody comes back to a match that is lost at once. */
function endDaysOff({ player, reading }) {
	const text = "vacation off";
	const today = reading.today(chosenZone(player.settings));
	const coming = reading.daysOff(player.id, today);
	if (coming.length === 0) return refuse(text, say("vacation-none"));
	const away = isOff(coming, today);
	return {
		changes: [{
			do: "end-vacations",
			playerId: player.id,
			day: today + 1
		}],
		letters: [],
		section: {
			understood: text,
			says: [away ? say("vacation-over", { day: makeDay(today + 1) }) : say("vacation-dropped")]
		}
	};
}
function listDaysOff({ player, reading, vacationDays }) {
	return tell({
		understood: "vacation",
		says: [...daysOffLines(player, reading, vacationDays), say("vacation-how")]
	});
}
/** What a player has planned, and how much is left of the year. */
function daysOffLines(player, reading, vacationDays) {
	const today = reading.today(chosenZone(player.settings));
	const known = reading.daysOff(player.id, yearOf(today).from);
	const coming = known.filter(({ to }) => to >= today);
	return [
		...coming.length === 0 ? [say("vacation-none")] : [],
		...coming.map(({ from, to }) => say("vacation-planned", {
			from: makeDay(from),
			to: makeDay(to)
		})),
		say("vacation-left", leftIn(known, today, vacationDays))
	];
}

// src/command/account/whoami.ts
/** Tells who the sender is here: userid, addresses, settings, and how much is going on. */
const whoami = {
	name: "whoami",
	aliases: [],
	usage: "whoami",
	summary: "tells your userid, addresses and settings",
	example: "whoami",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("whoami-shape"));
		return ok({
			text: "whoami",
			board: void 0,
			run({ player, reading }) {
				return tell({
					understood: "whoami",
					says: [
						say("you-are", { userid: player.userid }),
						...reading.addressesOf(player.id).map(addressLine),
						say("you-play", {
							boards: reading.activeMatches(player.id).length,
							challenges: reading.openChallenges(player.id).length
						}),
						...settingLines(player),
						say("whoami-all-how")
					]
				});
			}
		});
	}
};
/**
* Sends everything that is stored about the sender. It is a lot for a stranger to learn, so it
* takes a fresh confirmation, and goes to the registered address only.
*/
const whoamiAll = {
	name: "whoami all",
	aliases: [],
	usage: "whoami all",
	summary: "sends all that is kept about you, once a day",
	example: "whoami all",
	audience: "player",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("whoami-shape"));
		const text = "whoami all";
		return ok({
			text,
			board: void 0,
			run({ player, reading }) {
				if (reading.hoursToAct(player.id, "export", 1) > 0) return refuse(text, say("export-enough"));
				return {
					changes: [{
						do: "note-act",
						playerId: player.id,
						act: "export"
					}],
					letters: [{
						to: toPlayer(player),
						message: {
							kind: "export",
							facts: { everything: reading.everythingAbout(player.id) }
						},
						reply: {
							purpose: "account",
							number: 0
						}
					}],
					section: void 0
				};
			}
		});
	}
};

// src/command/admin/admin-address.ts
/**
* Moves an account to another address, for somebody who has lost the old one. Both addresses are
* told; the old one is not told which the new one is, and its letters do not count any more: the
* boards come anew. An account that came with an archive has no old one.
*/
const adminAddress = {
	name: "admin address",
	aliases: [],
	usage: "admin address USERID ADDRESS",
	summary: "moves an account to another address",
	example: "admin address bob bob@work.example",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [name = "", written = "", ...rest] = words;
		const userid = parseUserid(name);
		const address = parseAddress(written);
		if (!userid.ok || !address.ok || rest.length > 0) return err(say("admin-address-shape"));
		const text = `admin address ${userid.value} ${address.value}`;
		return ok({
			text,
			board: void 0,
			run({ reading }) {
				const player = reading.playerByUserid(userid.value);
				const other = player ?? reading.playerWithoutAddress(userid.value);
				if (!other) return refuse(text, say("no-such-player", { userid: userid.value }));
				const owner = reading.playerByAddress(address.value);
				if (owner && owner.id !== other.id) return refuse(text, say("address-taken", { userid: owner.userid }));
				if (player && addressKey(player.address) === addressKey(address.value)) return refuse(text, say("address-same", { userid: player.userid }));
				const there = {
					...other,
					address: address.value
				};
				return {
					changes: [
						{
							do: "move-address",
							playerId: other.id,
							address: address.value
						},
						{
							do: "end-tokens",
							playerId: other.id
						},
						{
							do: "log-admin",
							act: text
						}
					],
					letters: [...player ? awayLetters(player) : [], ...noticesTo(there, [say("moved-here", { userid: other.userid })])],
					section: {
						understood: text,
						says: [say(player ? "you-moved" : "you-gave-address", { userid: other.userid })]
					}
				};
			}
		});
	}
};
const awayLetters = (player) => [{
	to: toPlayer(player),
	message: {
		kind: "notice",
		facts: { says: [say("moved-away", { userid: player.userid })] }
	},
	reply: { purpose: "none" }
}];

// src/command/admin/admin-broadcast.ts
/** Sends the admin's words to every player who is not suspended, to each once. */
const adminBroadcast = {
	name: "admin broadcast",
	aliases: [],
	usage: "admin broadcast, and the text on the lines below",
	summary: "sends a letter to all players, to each once",
	example: "admin broadcast",
	audience: "admin",
	need: "confirmation",
	takesComment: true,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("broadcast-shape"));
		const text = "admin broadcast";
		return ok({
			text,
			board: void 0,
			run({ reading, comment }) {
				if (comment === "") return refuse(text, say("broadcast-shape"));
				const players = reading.playerIds().filter((id) => !reading.isSuspended(id)).flatMap((id) => reading.playerById(id) ?? []);
				const count = players.length;
				return {
					changes: [{
						do: "log-admin",
						act: `${text} (${count})`
					}],
					letters: players.map((player) => ({
						to: toPlayer(player),
						message: {
							kind: "broadcast",
							facts: { text: comment }
						},
						reply: {
							purpose: "account",
							number: 0
						}
					})),
					section: {
						understood: text,
						says: [say("you-broadcast", { count })]
					}
				};
			}
		});
	}
};

// src/match/end.ts
/** Ends a running match as somebody above the players has decided. */
const endMatch = (match, outcome) => match.outcome ? err(say("match-over", { board: match.board })) : ok({
	...match,
	revision: match.revision + 1,
	outcome
});

// src/command/admin/admin-reason.ts
/** The words behind an admin's command: why it is done, in the admin's own words, or nothing. */
function readReason(words) {
	const reason = words.join(" ");
	return reason.length <= 300 ? ok(reason) : err(say("reason-too-long", { charsMax: 300 }));
}
/** The command with its reason, as it was understood. */
const withReason = (text, reason) => `${text} ${reason}`.trim();
/** The command with dots for its reason, which anybody may have written in the admin's name. */
const bareOf = (text, reason) => reason === "" ? text : `${text} ...`;
/** The reason as the players read it. */
const reasonGiven = (reason) => reason === "" ? [] : [say("admin-reason", { reason })];

// src/command/admin/admin-end.ts
const OUTCOMES = /* @__PURE__ */ new Map([
	["black", {
		winner: "black",
		ending: "won-by-admin"
	}],
	["white", {
		winner: "white",
		ending: "won-by-admin"
	}],
	["draw", {
		winner: void 0,
		ending: "drawn-by-admin"
	}],
	["cancel", {
		winner: void 0,
		ending: "cancelled-by-admin"
	}]
]);
/** Ends a match as the admin has decided. */
const adminEnd = {
	name: "admin end",
	aliases: [],
	usage: "admin end N black/white/draw/cancel [REASON]",
	summary: "ends a match; both players are told, with the reason",
	example: "admin end 12 draw both agreed on the telephone",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [number, how = "", ...rest] = words;
		const board = parseNumber(number);
		const outcome = OUTCOMES.get(how.toLowerCase());
		if (board === void 0 || !outcome) return err(say("admin-end-shape"));
		const reason = readReason(rest);
		if (!reason.ok) return reason;
		const act = `admin end ${board} ${how.toLowerCase()}`;
		const text = withReason(act, reason.value);
		return ok({
			text,
			bare: bareOf(act, reason.value),
			board: void 0,
			run(asking) {
				const match = asking.reading.match(board);
				if (!match) return refuse(act, say("no-such-board", { board }));
				const ended = endMatch(match, outcome);
				if (!ended.ok) return refuse(act, ended.error);
				return {
					changes: [{
						do: "advance-match",
						match: ended.value,
						event: "admin-end"
					}, {
						do: "log-admin",
						act: text
					}],
					letters: boardLetters(ended.value, asking, reasonGiven(reason.value)),
					section: {
						understood: text,
						says: [say("you-ended", { board })]
					}
				};
			}
		});
	}
};

// src/command/shape/list.ts
const ONLY = {
	number: 1,
	next: void 0
};
/** Reads `-page=2`; the first page when it is not there. */
function readPage({ options }, command) {
	const written = options.get("page") ?? "1";
	return /^[1-9]\d{0,3}$/.test(written) ? ok(Number(written)) : err(say("page-shape", { command }));
}
/** The command for a page of its list, as `readPage` reads it. */
const makePage = (command, page) => page === 1 ? command : `${command} -page=${page}`;
/**
* A page of a list with its title; whether there is more, and how to see it, stands below. No list at
* all when there is nothing on that page.
*
* @param below what to type about it
*/
function makeList(title, columns, items, row, below = [], { number, next } = ONLY) {
	const start = (number - 1) * 20;
	const shown = items.slice(start, start + 20);
	if (shown.length === 0) return [];
	const goesOn = next === void 0 ? say("list-goes-on") : say("list-next", { command: next });
	return [{
		title,
		columns: headings(columns),
		rows: shown.map(row),
		below: [...items.length > start + 20 ? [goesOn] : [], ...below]
	}];
}
/** What stands above columns. */
const headings = (columns) => columns.map((name) => say(`column-${name}`));
/** The day of a moment, in UTC. */
function dateOf(at) {
	const [year = "", month = "", day = ""] = new Date(at).toISOString().split(/[-T]/);
	return say("date", {
		year,
		month,
		day
	});
}

// src/command/admin/admin-letters.ts
const WHICH$1 = [
	"held",
	"failed",
	"quarantined"
];
/** A reason that consists of codes (`EAUTH 535`, `too large`); anything else stays in the log. */
const CODES = /^[\w .-]{1,34}$/;
/** One more than a list shows, so that it can say whether there are more. */
const most = 20 + 1;
/**
* Lists letters that did not get through: their numbers, kinds, times and reasons, never a word of
* them. It needs no proof for the same reason as `admin status`.
*/
const adminLetters = {
	name: "admin letters",
	aliases: [],
	usage: "admin letters [held/failed/quarantined]",
	summary: "lists letters that did not get through",
	example: "admin letters failed",
	audience: "admin",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		const [wanted, ...rest] = words.map((word) => word.toLowerCase());
		const which = WHICH$1.find((each) => each === wanted);
		if (rest.length > 0 || wanted !== void 0 && !which) return err(say("admin-letters-shape"));
		const text = which ? `admin letters ${which}` : "admin letters";
		return ok({
			text,
			board: void 0,
			run({ reading: { admin } }) {
				const lists = (which ? [which] : WHICH$1).flatMap((each) => LISTS$1[each](admin));
				return tell({
					understood: text,
					says: lists.length > 0 ? [] : [say("no-letters")],
					lists
				});
			}
		});
	}
};
const LISTS$1 = {
	held: (admin) => makeList(say("letters-held"), [
		"number",
		"since",
		"until",
		"commands"
	], admin.held(most), ({ id, at, until, commands }) => [
		id,
		minuteOf(at),
		minuteOf(until),
		commands
	]),
	failed: (admin) => {
		const failed = admin.failed(most);
		return makeList(say("letters-failed"), [
			"letter",
			"kind",
			"time",
			"reason"
		], failed, (letter) => [
			`out${letter.id}`,
			letter.kind,
			minuteOf(letter.at),
			reasonOf(letter)
		], [say("letters-hint", { letter: `out${failed[0]?.id ?? 0}` })]);
	},
	quarantined: (admin) => {
		const aside = admin.putAside(most);
		return makeList(say("letters-quarantined"), [
			"letter",
			"time",
			"reason"
		], aside, (letter) => [
			`in${letter.id}`,
			minuteOf(letter.at),
			reasonOf(letter)
		], [say("letters-hint", { letter: `in${aside[0]?.id ?? 0}` })]);
	}
};
const reasonOf = ({ reason }) => CODES.test(reason) ? reason : say("see-the-log");
/** UTC to the minute: 2026-11-21 09:00. */
const minuteOf = (ms) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

// src/command/admin/admin-log.ts
const ACTS_BY_DEFAULT = 20;
/** Lists what admins have done. It needs no proof for the same reason as `admin status`. */
const adminLog = {
	name: "admin log",
	aliases: [],
	usage: "admin log [N]",
	summary: "lists the last acts of admins, the newest first",
	example: "admin log 5",
	audience: "admin",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		const [written, ...rest] = words;
		const count = written === void 0 ? ACTS_BY_DEFAULT : parseNumber(written);
		if (count === void 0 || rest.length > 0) return err(say("admin-log-shape"));
		const most = Math.min(count, 100);
		const text = `admin log ${most}`;
		return ok({
			text,
			board: void 0,
			run({ reading }) {
				const says = reading.admin.acts(most).map(({ at, address, act }) => say("admin-act", {
					time: minuteOf(at),
					address,
					act
				}));
				return tell({
					understood: text,
					says: says.length > 0 ? says : [say("no-acts")]
				});
			}
		});
	}
};

// src/command/admin/admin-resign.ts
/** Resigns a match for a player who is gone. */
const adminResign = {
	name: "admin resign",
	aliases: [],
	usage: "admin resign N USERID",
	summary: "resigns a match for a player",
	example: "admin resign 12 bob",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [number, name, ...rest] = words;
		const board = parseNumber(number);
		const userid = parseUserid(name ?? "");
		if (board === void 0 || !userid.ok || rest.length > 0) return err(say("admin-resign-shape"));
		const text = `admin resign ${board} ${userid.value}`;
		return ok({
			text,
			board: void 0,
			run(asking) {
				const { reading } = asking;
				const match = reading.match(board);
				if (!match) return refuse(text, say("no-such-board", { board }));
				const player = reading.playerByUserid(userid.value);
				if (!player) return refuse(text, say("no-such-player", { userid: userid.value }));
				const resigned = resignMatch(match, player.id, "resigned-by-admin");
				if (!resigned.ok) {
					const seatless = resigned.error.code === "not-your-board";
					const theirs = say("not-their-board", {
						board,
						userid: player.userid
					});
					return refuse(text, seatless ? theirs : resigned.error);
				}
				return {
					changes: [{
						do: "advance-match",
						match: resigned.value,
						event: "admin-resign"
					}, {
						do: "log-admin",
						act: text
					}],
					letters: boardLetters(resigned.value, asking, []),
					section: {
						understood: text,
						says: [say("you-resigned", {
							board,
							userid: player.userid
						})]
					}
				};
			}
		});
	}
};

// src/command/admin/admin-restore.ts
/** Lets a suspended player play again. */
const adminRestore = {
	name: "admin restore",
	aliases: [],
	usage: "admin restore USERID [REASON]",
	summary: "lets a suspended player play again",
	example: "admin restore bob",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [name = "", ...rest] = words;
		const userid = parseUserid(name);
		if (!userid.ok) return err(say("admin-suspend-shape", { command: "restore" }));
		const reason = readReason(rest);
		if (!reason.ok) return reason;
		const act = `admin restore ${userid.value}`;
		const text = withReason(act, reason.value);
		return ok({
			text,
			bare: bareOf(act, reason.value),
			board: void 0,
			run({ reading }) {
				const player = reading.playerByUserid(userid.value);
				if (!player) return refuse(act, say("no-such-player", { userid: userid.value }));
				if (!reading.isSuspended(player.id)) return refuse(act, say("not-suspended", { userid: player.userid }));
				return {
					changes: [{
						do: "restore-player",
						playerId: player.id
					}, {
						do: "log-admin",
						act: text
					}],
					letters: noticesTo(player, [say("you-are-restored"), ...reasonGiven(reason.value)]),
					section: {
						understood: text,
						says: [say("you-restored", { userid: player.userid })]
					}
				};
			}
		});
	}
};

// src/command/admin/admin-retry.ts
const SHAPE = /^(in|out)([1-9]\d{0,14})$/i;
/** Sends a letter that was given up once more, or reads one again that was put aside. */
const adminRetry = {
	name: "admin retry",
	aliases: [],
	usage: "admin retry LETTER",
	summary: "sends a failed letter again, or reads one again",
	example: "admin retry out12",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [, way, id] = SHAPE.exec(words.length === 1 ? words[0] ?? "" : "") ?? [];
		if (way === void 0) return err(say("admin-retry-shape"));
		const letter = {
			way: way.toLowerCase() === "in" ? "in" : "out",
			id: Number(id)
		};
		const name = `${letter.way}${letter.id}`;
		const text = `admin retry ${name}`;
		return ok({
			text,
			board: void 0,
			run({ reading }) {
				if (!reading.admin.canRetry(letter)) return refuse(text, say("no-retry", { name }));
				return {
					changes: [{
						do: "retry-letter",
						letter
					}, {
						do: "log-admin",
						act: text
					}],
					letters: [],
					section: {
						understood: text,
						says: [say("retried", {
							way: letter.way,
							name
						})]
					}
				};
			}
		});
	}
};

// src/match/start.ts
/** A new match at its first position; refused when the rules do not know boards of this size. */
function startMatch(board, rules, size, seats) {
	const start = gameOf(rules).start(size);
	return start.ok ? ok(startFrom(board, start.value, seats)) : start;
}
/** A new match from any position; who has `black` among the seats makes its first move. */
function startFrom(board, start, { black: first, white: second }) {
	const seats = start.turn === "black" ? {
		black: first,
		white: second
	} : {
		black: second,
		white: first
	};
	const { rules } = start;
	return {
		board,
		rules,
		...seats,
		start,
		moves: [],
		position: start,
		revision: 1,
		outcome: void 0
	};
}
/**
* The match that a challenge becomes when somebody takes it up. `heads` decides who is Black when
* chance shall.
*/
function acceptChallenge(challenge, challenged, heads) {
	const { challenger, first, pace, rated } = challenge;
	const seats = (first === "random" ? heads : first === "me") ? {
		black: challenger,
		white: challenged
	} : {
		black: challenged,
		white: challenger
	};
	const match = challenge.start ? ok(startFrom(challenge.number, challenge.start, seats)) : startMatch(challenge.number, challenge.rules, challenge.size, seats);
	return match.ok ? ok({
		...match.value,
		pace,
		...rated && { rated }
	}) : match;
}

// src/command/letters/forced-pass.ts
/** The sentence that tells a pass that nobody has chosen, and whose turn it is then. */
function tellPass({ match, ply }) {
	const { userid } = match[ply.colour];
	const { number } = ply;
	if (match.outcome) return say("had-to-pass-last", {
		userid,
		ply: number
	});
	return say("had-to-pass", {
		userid,
		ply: number,
		next: match[match.position.turn].userid
	});
}
/** The same of a pass that is only imagined. */
const foretellPass = ({ ply: { colour, number } }) => say("would-have-to-pass", {
	side: colour,
	ply: number
});
/** What follows when a match starts: whoever can only pass in its first position has done so. */
function beginMatch(start) {
	const { match, steps } = playForced(start);
	const passes = steps.map((step) => ({
		do: "advance-match",
		match: step.match
	}));
	return {
		match,
		changes: [{
			do: "start-match",
			match: start
		}, ...passes],
		events: steps.map(tellPass)
	};
}

// src/command/shape/pace-options.ts
/** The options that `readPace` understands. */
const PACE_OPTIONS = [
	"nag",
	"forfeit",
	"total",
	"increment",
	"clock"
];
const LIMITS = {
	nag: {
		field: "nagDays",
		min: 1,
		max: 365
	},
	forfeit: {
		field: "forfeitDays",
		min: 1,
		max: 365
	},
	total: {
		field: "totalDays",
		min: 1,
		max: totalDaysMax
	},
	increment: {
		field: "incrementDays",
		min: 0,
		max: 30
	}
};
const NAMES = Object.keys(LIMITS);
/**
* Reads `-nag=7d -forfeit=21d -total=90d -increment=1d`, each in days (`7` or `7d`) or weeks (`3w`),
* or `-clock=none`. Undefined when nothing is said of a clock.
*/
function readPace({ options }) {
	const named = NAMES.filter((name) => options.has(name));
	const clock = options.get("clock")?.toLowerCase();
	if (clock !== void 0) {
		if (clock !== "none") return err(say("clock-shape"));
		return named.length > 0 ? err(say("clock-or-none")) : ok("none");
	}
	if (named.length === 0) return ok(void 0);
	const wish = {};
	for (const option of named) {
		const { field, min, max } = LIMITS[option];
		const days = parseDays(options.get(option) ?? "");
		if (days === void 0 || days < min || days > max) return err(say("days-shape", {
			option,
			min,
			max
		}));
		wish[field] = days;
	}
	return ok(wish);
}
/**
* The whole clock of a match: what is not named is from `otherwise`, or as usual where that has no
* clock. A reminder comes after a third of a long time, unless its day is named.
*/
function settlePace(wish, otherwise) {
	if (wish === void 0 || wish === "none") return ok(wish ?? otherwise);
	const base = otherwise === "none" ? USUAL_PACE : otherwise;
	const forfeitDays = wish.forfeitDays ?? base.forfeitDays;
	const usualNag = wish.forfeitDays === void 0 ? base.nagDays : nagFor(forfeitDays);
	const nagDays = wish.nagDays ?? usualNag;
	const totalDays = wish.totalDays ?? base.totalDays;
	const incrementDays = wish.incrementDays ?? base.incrementDays;
	if (nagDays >= forfeitDays) return err(say("nag-too-late", {
		nag: nagDays,
		forfeit: forfeitDays
	}));
	if (totalDays === void 0 && incrementDays > 0) return err(say("increment-of-nothing"));
	return ok({
		nagDays,
		forfeitDays,
		totalDays,
		incrementDays
	});
}
/** A third of the time; who has few days hears of the last ones anyway. */
function nagFor(forfeitDays) {
	const third = Math.floor(forfeitDays / 3);
	return third < 3 ? 0 : Math.min(third, USUAL_PACE.nagDays);
}
/** Writes what is named as it is read: `-nag=7d -forfeit=21d`. */
const makePaceOptions = (wish) => wish === "none" ? ["-clock=none"] : NAMES.flatMap((option) => {
	const days = wish[LIMITS[option].field];
	return days === void 0 ? [] : [`-${option}=${days}d`];
});
/** What there is to say about a clock that is not as usual; nothing about the usual one. */
const unusualPace = (pace) => {
	if (pace === "none") return pace;
	if (makePace(pace) === makePace(USUAL_PACE)) return void 0;
	const { nagDays, forfeitDays, totalDays, incrementDays } = pace;
	return {
		...nagDays > 0 && { nagDays },
		forfeitDays,
		...totalDays !== void 0 && {
			totalDays,
			incrementDays
		}
	};
};
function parseDays(written) {
	const [, count, unit] = /^(\d{1,6})([dw]?)$/i.exec(written) ?? [];
	if (count === void 0) return void 0;
	return Number(count) * (unit?.toLowerCase() === "w" ? 7 : 1);
}

// src/match/types.ts
/** How a match can end: by its rules, by its players, by the clock, or as an admin has decided. */
const ENDINGS = [
	...OUTCOME_REASONS,
	"repetition",
	"resigned",
	"agreed",
	"forfeited",
	"resigned-by-admin",
	"won-by-admin",
	"drawn-by-admin",
	"cancelled-by-admin"
];
/** Who moves first when a challenge becomes a match. */
const FIRSTS = [
	"me",
	"them",
	"random"
];

// src/command/shape/terms.ts
/** The options that `readWishes` and `readTerms` understand. */
const TERM_OPTIONS = [
	"size",
	"first",
	"rated",
	"unrated",
	...PACE_OPTIONS
];
/** ... and the words of ours that may stand for their values. */
const TERM_VALUES = [
	...FIRSTS,
	"none",
	...SWITCH_WORDS
];
const NO_WISH = {
	game: void 0,
	size: void 0,
	first: void 0,
	pace: void 0,
	rated: void 0
};
/** How a size is written. */
const sizeShape = say("size-shape", { sideMax: 26 });
const GAME_BY_DEFAULT = "forms";
/**
* Reads a game's name, if there is one, and the options `-size=6x6` (or `-size=6`), `-first=me`,
* `-unrated` and those of the clock. Whether the game is played on such a board shows when the wishes
* are settled.
*/
function readWishes(named, words) {
	const { options } = words;
	const game = named === void 0 ? void 0 : findGame(named.toLowerCase());
	if (named !== void 0 && !game) return err(say("no-such-game"));
	const size = parseSizes(options.get("size")?.toLowerCase());
	if (!size.ok) return size;
	const who = options.get("first")?.toLowerCase();
	const first = FIRSTS.find((each) => each === who);
	if (who !== void 0 && first === void 0) return err(say("first-shape"));
	const pace = readPace(words);
	if (!pace.ok) return pace;
	const rated = readRated(words);
	if (!rated.ok) return rated;
	return ok({
		game,
		size: size.value,
		first,
		pace: pace.value,
		rated: rated.value
	});
}
/** One wish with two names, which may both be there as long as they say the same. */
function readRated(words) {
	const rated = readSwitch(words, "rated");
	if (!rated.ok) return rated;
	const unrated = readSwitch(words, "unrated");
	if (!unrated.ok) return unrated;
	if (unrated.value === void 0) return rated;
	return rated.value === unrated.value ? err(say("rated-or-unrated")) : ok(!unrated.value);
}
/**
* Fills in what the wishes leave open: from `otherwise`, but another game brings its own size. A
* size that the game is not played on is refused with the engine's reason.
*/
function settle(wishes, otherwise) {
	const game = wishes.game ?? otherwise.game;
	const usual = game.rules === otherwise.game.rules ? otherwise.size : game.defaultSize;
	const size = wishes.size ?? usual;
	const start = game.start(size);
	if (!start.ok) return start;
	const pace = settlePace(wishes.pace, otherwise.pace);
	if (!pace.ok) return pace;
	const first = wishes.first ?? otherwise.first;
	return ok({
		game,
		size,
		first,
		pace: pace.value,
		rated: wishes.rated ?? otherwise.rated
	});
}
/**
* Reads whole terms: Forms as usual, and chance decides, unless the words say otherwise. `rated` is
* what a match is about which nothing is said.
*/
function readTerms(named, words, rated = true) {
	const wishes = readWishes(named, words);
	if (!wishes.ok) return wishes;
	const game = gameOf(GAME_BY_DEFAULT);
	const { defaultSize: size } = game;
	return settle(wishes.value, {
		game,
		size,
		first: "random",
		pace: USUAL_PACE,
		rated
	});
}
/** The terms that a challenge offers. */
const termsOf$1 = ({ rules, size, first, pace, rated }) => ({
	game: gameOf(rules),
	size,
	first,
	pace: pace ?? "none",
	rated: rated === true
});
/** The same terms as the other player would put them: my first move is your second. */
const turnAround = (terms) => ({
	...terms,
	first: terms.first === "me" ? "them" : terms.first === "them" ? "me" : "random"
});
/** Writes terms as they are read, but for what is as usual: `forms -size=6x6 -first=me`. */
const makeTerms = ({ pace, rated, ...named }) => makeWishes({
	...named,
	pace: unusualPace(pace),
	rated: rated ? void 0 : false
});
/** Writes all that is wished: `-size=6x6 -forfeit=5d`. */
const makeWishes = (wishes) => {
	const { game, size, first, pace, rated } = {
		...NO_WISH,
		...wishes
	};
	return [
		...game ? [game.rules] : [],
		...size ? [`-size=${makeSize(size)}`] : [],
		...first ? [`-first=${first}`] : [],
		...pace ? makePaceOptions(pace) : [],
		...rated === void 0 ? [] : [rated ? "-rated" : "-unrated"]
	].join(" ");
};
function parseSizes(written) {
	if (written === void 0) return ok(void 0);
	const size = parseSize(written.includes("x") ? written : `${written}x${written}`);
	return size ? ok(size) : err(sizeShape);
}

// src/command/admin/admin-start.ts
/** Starts a match between two players, the first one Black. */
const adminStart = {
	name: "admin start",
	aliases: [],
	usage: "admin start GAME BLACK WHITE [-size=8x8] [-rated] [-nag=7d] [-forfeit=21d] [-total=90d]",
	summary: "starts a match between two players, the first one Black",
	example: "admin start forms alice bob -size=6x6",
	audience: "admin",
	need: "confirmation",
	takesComment: true,
	options: TERM_OPTIONS.filter((option) => option !== "first"),
	read(words) {
		const [named, first, second, ...rest] = words.words;
		if (first === void 0 || second === void 0 || rest.length > 0) return err(say("admin-start-shape"));
		const black = parseUserid(first);
		const white = parseUserid(second);
		if (!black.ok || !white.ok) return err(say("userid-shape"));
		const terms = readTerms(named, words, false);
		if (!terms.ok) return terms;
		const { game, size, pace, rated } = terms.value;
		const options = makeWishes({
			size,
			pace: unusualPace(pace),
			rated: rated ? true : void 0
		});
		const text = `admin start ${game.rules} ${black.value} ${white.value} ${options}`;
		return ok({
			text,
			board: void 0,
			run(asking) {
				const { reading } = asking;
				const blackPlayer = reading.playerByUserid(black.value);
				const whitePlayer = reading.playerByUserid(white.value);
				if (!blackPlayer) return refuse(text, say("no-such-player", { userid: black.value }));
				if (!whitePlayer) return refuse(text, say("no-such-player", { userid: white.value }));
				if (blackPlayer.id === whitePlayer.id) return refuse(text, say("challenge-yourself"));
				const started = startMatch(reading.nextNumber(), game.rules, size, {
					black: {
						id: blackPlayer.id,
						userid: blackPlayer.userid
					},
					white: {
						id: whitePlayer.id,
						userid: whitePlayer.userid
					}
				});
				if (!started.ok) return refuse(text, started.error);
				const match = {
					...started.value,
					pace: pace === "none" ? void 0 : pace,
					...rated && { rated }
				};
				const { board } = match;
				const begun = beginMatch(match);
				return {
					changes: [...begun.changes, {
						do: "log-admin",
						act: text
					}],
					letters: boardLetters(begun.match, asking, [say("started-by-admin"), ...begun.events]),
					section: {
						understood: text,
						says: [say("you-started", { board })]
					}
				};
			}
		});
	}
};

// src/command/admin/admin-status.ts
const MINUTE_MS = 6e4;
const KIB = 1024;
/**
* Counts over the whole server. It needs no proof: whoever forges an admin's address makes the
* answer go to that address and learns nothing, and answers to one address are capped.
*/
const adminStatus = {
	name: "admin status",
	aliases: [],
	usage: "admin status",
	summary: "counts players, matches and letters",
	example: "admin status",
	audience: "admin",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("no-words-wanted", { command: "admin status" }));
		const text = "admin status";
		return ok({
			text,
			board: void 0,
			run({ reading }) {
				const status = reading.admin.status();
				const { unreadForMs, unsentForMs, databaseBytes } = status;
				return tell({
					understood: text,
					says: [
						waiting("unread", unreadForMs),
						waiting("unsent", unsentForMs),
						say("status-database", { kib: Math.round(databaseBytes / KIB) })
					],
					lists: [
						...serverList(status),
						...boxList("in", status.inbox),
						...boxList("out", status.outbox)
					]
				});
			}
		});
	}
};
const waiting = (which, ms) => ms === void 0 ? say(`status-${which}-none`) : say(`status-${which}`, { minutes: Math.floor(ms / MINUTE_MS) });
function serverList(status) {
	return makeList(say("status-server"), ["what", "count"], [
		"players",
		"suspended",
		"running",
		"finished",
		"openChallenges"
	], (what) => [say("status-count", { what }), status[what]]);
}
const boxList = (way, counts) => makeList(say("status-letters", { way }), ["state", "count"], counts, ({ state, count }) => [state, count]);

// src/command/board/board-offer.ts
/**
* Offers a draw or an undo on a board. Who offers a draw while the other side's offer of one is open
* accepts it: both want the same.
*/
function offerOnBoard(text, board, kind, asking) {
	const { reading, player } = asking;
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const offer = makeOffer(match, player.id, kind);
	if (!offer.ok) return refuse(text, offer.error);
	const open = reading.openOffer(board);
	if (open && open.by !== player.id && open.kind === "draw" && kind === "draw") return agree(text, match, open, player, asking);
	if (open) {
		const userid = useridOf(match, open.by);
		const already = open.by === player.id ? say(`own-${open.kind}-open`, { board }) : say(`${open.kind}-open`, {
			board,
			userid
		});
		return refuse(text, already);
	}
	if (reading.offersToday(board, player.id) >= 3) return refuse(text, say("offer-enough", {
		board,
		count: 3
	}));
	const opponent = opponentAt(match, player.id);
	return {
		changes: [{
			do: "put-offer",
			offer: offer.value
		}],
		letters: boardLetterTo(opponent.id, match, asking, [], player, { offer: offer.value }),
		section: {
			understood: text,
			says: [say(`${kind}-offered`, {
				board,
				userid: opponent.userid
			})]
		}
	};
}
/** The words of `accept` and `decline` without what the last one says was offered. */
function takeOfferKind(words) {
	const kind = OFFER_KINDS.find((each) => each === words.words.at(-1)?.toLowerCase());
	return {
		kind,
		rest: kind ? {
			...words,
			words: words.words.slice(0, -1)
		} : words
	};
}
/**
* Accepts the open offer of a board.
*
* @param kind what was offered when the line was written, if it says so: nothing else is accepted
* @returns undefined when the number is not that of a board at which the
* player has a seat: then a challenge may be meant.
*/
const acceptOffer = (text, board, kind, asking) => settleOffer(text, board, kind, asking, (match, offer, player) => {
	const agreed = agree(text, match, offer, player, asking);
	return agreed.refused ? agreed : {
		...agreed,
		exact: `accept ${board} ${offer.kind}`
	};
});
/** Declines the open offer of a board; its maker is told. As for `acceptOffer`. */
const declineOffer = (text, board, offered, asking) => settleOffer(text, board, offered, asking, (match, { kind, by }, player) => ({
	changes: [{
		do: "end-offer",
		board,
		end: "declined"
	}],
	letters: boardLetterTo(by, match, asking, [say(`${kind}-declined`, { userid: player.userid })], player, { offer: null }),
	section: {
		understood: text,
		says: [say(`you-declined-${kind}`, { userid: useridOf(match, by) })]
	}
}));
/**
* Takes the player's own open offer back; the other side is told. Undefined when the player has no
* seat at a board of this number: then a challenge may be meant.
*/
function withdrawOffer(text, board, asking) {
	const { reading, player } = asking;
	const match = reading.match(board);
	if (!match || !colourOf(match, player.id)) return void 0;
	const offer = reading.openOffer(board);
	if (offer?.by !== player.id) return refuse(text, say("nothing-to-withdraw", { board }));
	const { id, userid } = opponentAt(match, player.id);
	const event = say(`${offer.kind}-withdrawn`, { userid: player.userid });
	return {
		changes: [{
			do: "end-offer",
			board,
			end: "withdrawn"
		}],
		letters: boardLetterTo(id, match, asking, [event], player, { offer: null }),
		section: {
			understood: text,
			says: [say("you-withdrew-offer", {
				board,
				userid
			})]
		}
	};
}
function settleOffer(text, board, kind, { reading, player }, answer) {
	const match = reading.match(board);
	if (!match || !colourOf(match, player.id)) return void 0;
	const offer = offerToSettle(match, player, reading.openOffer(board));
	if (!offer.ok) return refuse(text, offer.error, boardFacts(match, []));
	const { kind: open, by } = offer.value;
	if (kind === void 0 || kind === open) return answer(match, offer.value, player);
	const replaced = say("offer-replaced", {
		board,
		kind: open,
		userid: useridOf(match, by)
	});
	return refuse(text, replaced, boardFacts(match, []));
}
function offerToSettle(match, player, offer) {
	const { board } = match;
	if (match.outcome !== void 0) return err(say("match-over", { board }));
	if (!offer) return err(say("no-open-offer", { board }));
	return offer.by === player.id ? err(say(`own-${offer.kind}-open`, { board })) : ok(offer);
}
/** Carries out what the other side has offered. Both get the board. */
function agree(text, match, offer, player, asking) {
	const { board } = match;
	const after = carryOutOffer(match, offer);
	if (!after) return refuse(text, say("no-open-offer", { board }), boardFacts(match, []));
	const asker = useridOf(match, offer.by);
	const plies = match.moves.length - after.moves.length;
	const event = offer.kind === "undo" ? say("undone", {
		userid: player.userid,
		asker,
		plies
	}) : say("draw-accepted", { userid: player.userid });
	const waiter = match[opposite(match.position.turn)];
	const dropped = asking.reading.queue(board, waiter.id)?.revision === match.revision && !after.outcome;
	return {
		changes: [{
			do: "end-offer",
			board,
			end: "accepted"
		}, {
			do: "advance-match",
			match: after,
			event: offer.kind
		}],
		letters: boardLetters(after, asking, [event], player, {
			offer: null,
			...dropped && { queue: {
				playerId: waiter.id,
				says: [say("queue-dropped")],
				left: void 0
			} }
		}),
		section: void 0
	};
}
const opponentAt = (match, playerId) => match.black.id === playerId ? match.white : match.black;
const useridOf = ({ black, white }, playerId) => (black.id === playerId ? black : white).userid;

// src/command/challenge/withdraw.ts
/** Takes one's own challenge back before it is answered. */
const withdraw = {
	name: "withdraw",
	aliases: [],
	usage: "withdraw N",
	summary: "takes a challenge of yours back",
	example: "withdraw 13",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read(words, place) {
		const number = onlyNumber(words, place, "made");
		if (number === void 0) return err(say("challenge-number-missing", { command: "withdraw" }));
		const text = `withdraw ${number}`;
		return ok({
			text,
			board: number,
			run(asking) {
				const { player, reading } = asking;
				const onBoard = withdrawOffer(text, number, asking);
				if (onBoard && reading.openOffer(number)) return onBoard;
				const challenge = reading.challenge(number);
				if (!challenge || challenge.challenger.id !== player.id) return onBoard ?? refuse(text, say("not-your-challenge", { number }));
				const { state, challenged } = challenge;
				if (state !== "open") return refuse(text, say(`challenge-${state}`, { number }));
				return {
					changes: [{
						do: "put-challenge",
						challenge: {
							...challenge,
							state: "withdrawn"
						}
					}],
					letters: withdrawnLetters(challenge, reading),
					section: {
						understood: text,
						says: [challenged ? say("you-withdrew", {
							number,
							userid: challenged.userid
						}) : say("you-withdrew-open", { number })]
					}
				};
			}
		});
	}
};
/**
* Whoever got a letter about a challenge gets one when it is taken back. An open one had no letter, and
* one that has not gone out yet never does.
*/
function withdrawnLetters(challenge, reading) {
	const { number, challenger, challenged, rules, size } = challenge;
	if (!challenged || reading.isUntold(challenge)) return [];
	const game = gameOf(rules).name;
	const facts = {
		number,
		userid: challenger.userid,
		game,
		size: makeSize(size)
	};
	return noticesTo(reading.playerById(challenged.id), [say("withdrawn", facts)]);
}

// src/command/admin/admin-suspend.ts
/**
* Stops a player's commands until `admin restore`, and takes the player's own challenges back.
* Boards stay, with their clocks, and letters about them are still sent: the player may be back.
*/
const adminSuspend = {
	name: "admin suspend",
	aliases: [],
	usage: "admin suspend USERID [REASON]",
	summary: "stops all commands of a player, who is told",
	example: "admin suspend bob unkind words, after two warnings",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [name = "", ...rest] = words;
		const userid = parseUserid(name);
		if (!userid.ok) return err(say("admin-suspend-shape", { command: "suspend" }));
		const reason = readReason(rest);
		if (!reason.ok) return reason;
		const act = `admin suspend ${userid.value}`;
		const text = withReason(act, reason.value);
		return ok({
			text,
			bare: bareOf(act, reason.value),
			board: void 0,
			run({ reading }) {
				const player = reading.playerByUserid(userid.value);
				if (!player) return refuse(act, say("no-such-player", { userid: userid.value }));
				if (reading.isSuspended(player.id)) return refuse(act, say("suspended-already", { userid: player.userid }));
				const offers = reading.openChallenges(player.id).filter(({ challenger }) => challenger.id === player.id);
				return {
					changes: [
						{
							do: "suspend-player",
							playerId: player.id
						},
						...offers.map((challenge) => ({
							do: "put-challenge",
							challenge: {
								...challenge,
								state: "withdrawn"
							}
						})),
						{
							do: "log-admin",
							act: text
						}
					],
					letters: [...noticesTo(player, [say("you-are-suspended"), ...reasonGiven(reason.value)]), ...offers.flatMap((challenge) => withdrawnLetters(challenge, reading))],
					section: {
						understood: text,
						says: [say("you-suspended", { userid: player.userid }), ...boardsLeft(player.id, reading)]
					}
				};
			}
		});
	}
};
/** The boards on which somebody now waits for a clock to run out, or until the admin ends them. */
function boardsLeft(playerId, reading) {
	const boards = reading.activeMatches(playerId).map(({ board }) => board);
	const [first] = boards;
	return first === void 0 ? [] : [say("suspended-boards", {
		boards: boards.join(", "),
		board: first
	})];
}

// src/match/take-back.ts
/**
* Takes back what happened last: an end that the rules did not bring, such as a resignation, or
* else the last ply that somebody has chosen, with what it forced and the end that it brought. The
* revision grows all the same.
*/
function takeBackLast(match) {
	const again = {
		...match,
		revision: match.revision + 1,
		outcome: void 0
	};
	if (match.outcome && !endedByRules(match)) return ok({
		match: again,
		ply: void 0,
		passes: []
	});
	const plies = pliesBeforeChoice(match);
	const text = plies === void 0 ? void 0 : match.moves[plies];
	if (plies === void 0 || text === void 0) return err(say("nothing-to-take-back", { board: match.board }));
	const moves = match.moves.slice(0, plies);
	const position = replay(match.rules, match.start, moves);
	const number = plies + 1;
	return ok({
		match: {
			...again,
			moves,
			position
		},
		ply: {
			number,
			text
		},
		passes: match.moves.slice(number).map((_, at) => number + at + 1)
	});
}
const endedByRules = ({ rules, position, outcome }) => outcome?.ending === "repetition" || gameOf(rules).outcome(position) !== void 0;

// src/command/admin/admin-undo.ts
/** Takes back what happened last on a board: a ply, or the end of the match. */
const adminUndo = {
	name: "admin undo",
	aliases: [],
	usage: "admin undo N [REASON]",
	summary: "takes back the last ply, or the end of a match",
	example: "admin undo 12 the letter was sent by mistake",
	audience: "admin",
	need: "confirmation",
	takesComment: false,
	options: [],
	read({ words }) {
		const [number, ...rest] = words;
		const board = parseNumber(number);
		if (board === void 0) return err(say("admin-undo-shape"));
		const reason = readReason(rest);
		if (!reason.ok) return reason;
		const act = `admin undo ${board}`;
		const text = withReason(act, reason.value);
		return ok({
			text,
			bare: bareOf(act, reason.value),
			board: void 0,
			run(asking) {
				const match = asking.reading.match(board);
				if (!match) return refuse(act, say("no-such-board", { board }));
				const back = takeBackLast(match);
				if (!back.ok) return refuse(act, back.error);
				const { ply, passes, match: before } = back.value;
				const event = ply ? say("taken-back-by-admin", {
					move: ply.text,
					ply: ply.number
				}) : say("reopened-by-admin");
				return {
					changes: [{
						do: "advance-match",
						match: before,
						event: "admin-undo"
					}, {
						do: "log-admin",
						act: text
					}],
					letters: boardLetters(before, asking, [
						event,
						...passes.map((pass) => say("pass-taken-back", { ply: pass })),
						...reasonGiven(reason.value)
					]),
					section: {
						understood: text,
						says: [say("you-took-back", { board })]
					}
				};
			}
		});
	}
};

// src/match/queue.ts
/**
* A queue on this match. Refused when the player has no seat, the match is over, it is the player's
* own turn, or a move of a line that begins with a condition is not legal in its place: all of that
* line is known.
*/
function makeQueue(match, playerId, lines) {
	const { board, revision, position } = match;
	const colour = colourOf(match, playerId);
	if (colour === void 0) return err(say("not-your-board", { board }));
	if (match.outcome !== void 0) return err(say("match-over", { board }));
	if (position.turn === colour) return err(say("queue-your-turn", { board }));
	for (const line of lines) {
		const illegal = line[0]?.when === void 0 ? void 0 : firstIllegal(position, line);
		if (illegal) return err(illegal);
	}
	return ok({
		board,
		playerId,
		revision,
		lines
	});
}
/**
* What the queue of the side that did not move answers to a ply; undefined when the match is over. A
* pass that was forced is a move like any other to it: it must stand in its place, the owner's or the
* other side's.
*/
function playFromQueue(queue, before, moved) {
	if (moved.match.outcome !== void 0) return void 0;
	const played = [];
	let { lines } = queue;
	let { match } = moved;
	let steps = moved.steps;
	let at = before;
	for (let [theirs, pass] = steps; theirs; [theirs, pass] = steps) {
		const { position } = theirs.match;
		const { ply } = theirs;
		const reached = lines.filter(([head]) => head && (head.when === void 0 || isMove(at, head.when, ply.text)));
		const move = reached[0]?.[0]?.move;
		if (move === void 0) return {
			played,
			end: { kind: "not-reached" }
		};
		const next = playMove(theirs.match, queue.playerId, move, {});
		if (!next.ok) return {
			played,
			end: {
				kind: "illegal",
				move,
				why: next.error
			}
		};
		const { text } = next.value.ply;
		lines = reached.filter(([head, ...rest]) => head && rest.length > 0 && isMove(position, head.move, text)).map(([, ...rest]) => rest);
		if (!pass) {
			played.push(next.value);
			match = next.value.match;
		}
		const [own, ...follow] = pass ? steps.slice(1) : next.value.steps;
		if (lines.length === 0 || match.outcome || !own) return { played };
		at = own.match.position;
		steps = follow;
	}
	return {
		played,
		left: {
			...queue,
			revision: match.revision,
			lines
		}
	};
}
/** Whether a text, in any spelling, is the move that the engine writes so. */
function isMove(position, text, made) {
	const game = gameOf(position.rules);
	const move = game.parseMove(position, text);
	return move.ok && game.makeMove(move.value, position) === made;
}
function firstIllegal(start, line) {
	const game = gameOf(start.rules);
	let position = start;
	for (const text of line.flatMap(({ when, move }) => when === void 0 ? [move] : [when, move])) {
		const move = game.parseMove(position, text);
		if (!move.ok) return move.error;
		position = game.play(position, move.value).position;
	}
}

// src/command/letters/wanted-letters.ts
/**
* The letters about a ply that its readers want. Who has `set notify result` gets no board just
* because the other side has moved; for who has `set notify daily` it waits for the letter of the
* day. To the first of them goes also one that carries the other player's words, and the last one
* goes out whatever is set. So does the mover's own board, but where `set copies no` is set and it
* would tell nothing that the mover does not know.
*
* @param known what the mover knows of; undefined where the other side has moved since
*/
function wantedLetters(letters, mover, known) {
	const wanted = [];
	const changes = [];
	for (const letter of letters) {
		if (known && isCopy(letter, mover, known)) continue;
		const { to } = letter;
		const facts = routineBoard(letter, mover);
		const notify = facts && to.choices?.["notify"];
		if (facts && notify === "daily" && to.playerId !== void 0) changes.push({
			do: "put-untold",
			playerId: to.playerId,
			facts
		});
		else if (!(notify === "result" && facts?.comment === void 0)) wanted.push(letter);
	}
	return {
		changes,
		letters: wanted
	};
}
/** The board of who has just moved and wants no copies, with no word for that reader alone. */
const isCopy = ({ to, message }, mover, known) => to.playerId === mover.id && to.choices?.["copies"] === "no" && message.kind === "board" && message.facts.outcome === void 0 && message.facts.events.length === known.length;
/** The board of a letter that goes out only because somebody else has moved. */
const routineBoard = ({ to, message }, mover) => message.kind === "board" && message.facts.outcome === void 0 && to.playerId !== mover.id ? message.facts : void 0;

// src/command/board/played.ts
/** The sentences that tell a move, and the passes that it has forced. */
const tellMoved = ({ steps: [chosen, ...forced] }) => [played(chosen), ...forced.map(tellPass)];
/** The sentence that tells a ply: who, what, and what it did to the board. */
function played({ match, ply }) {
	const { code, facts } = ply.effects.told;
	const who = {
		userid: match[ply.colour].userid,
		move: ply.text,
		ply: ply.number
	};
	return {
		code,
		facts: {
			...facts,
			...who
		}
	};
}

// src/command/board/turn.ts
/**
* What follows from a move: it may force a pass, the queue of the other side may answer it at once, an
* open offer may end, and both players get one board letter that tells all of it.
*
* @param before the match as it stood before the ply
*/
function takeTurn(before, moved, player, asking) {
	const { reading } = asking;
	const { board } = before;
	const opponent = before[opposite(moved.ply.colour)];
	const queue = reading.queue(board, opponent.id);
	const replied = queue?.revision === before.revision ? playFromQueue(queue, before.position, moved) : void 0;
	const moves = [moved, ...replied?.played ?? []];
	const steps = moves.flatMap((each) => each.steps);
	const events = moves.flatMap(tellMoved);
	const offer = reading.openOffer(board);
	const movers = moves.map((each) => each === moved ? player.id : opponent.id);
	const end = offer && offerAfter(offer, movers);
	if (offer && end) {
		const { userid } = offer.by === player.id ? player : opponent;
		events.push(end === "lapsed" ? say("undo-lapsed-by-move", { userid }) : say(`${offer.kind}-declined-by-move`, { userid }));
	}
	const left = replied?.left;
	const waiting = {
		...end && { offer: null },
		...replied && { queue: {
			playerId: opponent.id,
			says: tellQueue(replied.end),
			left
		} }
	};
	const last = moves.at(-1) ?? moved;
	const letters = boardLetters(last.match, asking, events, player, waiting);
	const wanted = wantedLetters(letters, player, steps.length > 1 ? void 0 : events);
	return {
		changes: [
			...end ? [{
				do: "end-offer",
				board,
				end
			}] : [],
			...steps.map(({ match }) => ({
				do: "advance-match",
				match
			})),
			...left ? [{
				do: "put-queue",
				queue: left
			}] : [],
			...wanted.changes
		],
		letters: wanted.letters
	};
}
/** What the owner of a queue, and nobody else, is told when it could not be played to its end. */
function tellQueue(end) {
	if (!end) return [];
	return end.kind === "not-reached" ? [say("queue-not-reached")] : [say("queue-illegal", { move: end.move }), end.why];
}

// src/command/board/confirm.ts
/** The second half of a move in two steps: plays the submitted move, if the board is the same. */
const confirm = {
	name: "confirm",
	aliases: [],
	usage: "confirm N",
	summary: "plays the move that you have submitted",
	example: "confirm 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "confirm" }));
		const text = `confirm ${board}`;
		return ok({
			text,
			board,
			run: (asking) => confirmMove(text, board, asking)
		});
	}
};
function confirmMove(text, board, asking) {
	const { reading, player } = asking;
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	if (!colourOf(match, player.id)) return refuse(text, say("not-your-board", { board }));
	if (match.outcome) return refuse(text, say("match-over", { board }));
	const waiting = reading.submitted(board, player.id);
	if (!waiting) return refuse(text, say("nothing-submitted", { board }), boardFacts(match, []));
	const { move, revision } = waiting;
	if (revision !== match.revision) return refuse(text, say("submit-stale", { board }), boardFacts(match, []));
	const moved = playMove(match, player.id, move, {});
	if (!moved.ok) return refuse(text, moved.error, boardFacts(match, []));
	return {
		...takeTurn(match, moved.value, player, asking),
		section: void 0,
		exact: `move ${board} ${move} #${moved.value.ply.number}`
	};
}

// src/command/board/draw.ts
/** Offers the other player a draw, in games that can end in one. */
const draw = {
	name: "draw",
	aliases: ["propose"],
	usage: "draw N",
	summary: "offers a draw; a move of your opponent declines it",
	example: "draw 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "draw" }));
		const text = `draw ${board}`;
		return ok({
			text,
			board,
			run: (asking) => offerOnBoard(text, board, "draw", asking)
		});
	}
};

// src/command/board/move-words.ts
/**
* Reads `[N] MOVE [#PLY]`. Without a number, and for the revision, the answered letter counts.
*
* @param command the name of the command, for its own spelling and for what to type instead
*/
function readMove(words, place, command) {
	const { board, text, ply } = takeApart(words, place);
	if (board === void 0) return err(say("board-number-missing", { command }));
	if (text === "") return err(say("move-missing", {
		command,
		board
	}));
	if (ply === null) return err(say("ply-shape", {
		command,
		board
	}));
	const game = gameAt(place, board);
	if (!mayBeMove(game, text)) return err(say("not-a-move"));
	const move = inCaseOf(game, text).replace(/\s+/g, "");
	return ok({
		board,
		move,
		ply,
		revision: place.number === board ? place.revision : void 0,
		text: `${command} ${board} ${move}${ply === void 0 ? "" : ` #${ply}`}`
	});
}
/** `[N] MOVE [#PLY]`, where the move may be two words and the ply may stick to it. */
function takeApart({ words }, place) {
	const first = parseNumber(words[0]);
	const [text = "", ...ply] = (first === void 0 ? words : words.slice(1)).join(" ").split("#");
	return {
		board: first ?? place.number,
		text: text.trim(),
		ply: parsePly$1(ply)
	};
}
/** The ply that a move is meant for: undefined when none is named, null when it is not a number. */
function parsePly$1([text, ...more]) {
	if (text === void 0) return void 0;
	return more.length > 0 ? null : parseNumber(text.trim()) ?? null;
}

// src/command/board/move.ts
/** Plays a move; the board letters to both players are the answer. */
const move = {
	name: "move",
	aliases: ["board", "mvoe"],
	usage: "move N MOVE [#PLY]",
	summary: "plays a move; answering a board, MOVE is enough",
	example: "move 12 e4xe5",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const read = readMove(words, place, "move");
		if (!read.ok) return read;
		const { board, move: spelled, ply, revision, text: understood } = read.value;
		return ok({
			text: understood,
			board,
			run(asking) {
				const match = asking.reading.match(board);
				if (!match) return refuse(understood, say("no-such-board", { board }));
				const { player } = asking;
				const moved = playMove(match, player.id, spelled, {
					ply,
					revision
				});
				if (!moved.ok) {
					const seated = colourOf(match, player.id) !== void 0;
					return refuse(understood, moved.error, seated ? boardFacts(match, []) : void 0);
				}
				return {
					...takeTurn(match, moved.value, player, asking),
					section: void 0,
					exact: `move ${board} ${spelled} #${moved.value.ply.number}`
				};
			}
		});
	}
};

// src/command/board/looking-on.ts
/** A command that makes its sender a spectator of one or the other kind. */
function lookingOn(name, what, summary, aliases = []) {
	return {
		name,
		aliases,
		usage: `${name} N`,
		summary,
		example: `${name} 12`,
		audience: "player",
		need: "proof",
		takesComment: false,
		options: [],
		read(words, place) {
			const board = onlyNumber(words, place);
			if (board === void 0) return err(say("board-number-missing", { command: name }));
			const text = `${name} ${board}`;
			return ok({
				text,
				board: void 0,
				run: (asking) => lookOn(text, {
					board,
					what
				}, asking)
			});
		}
	};
}
function lookOn(text, wanted, asking) {
	const { player } = asking;
	const { board, what } = wanted;
	const match = watchable(wanted, player.id, asking);
	if (!match.ok) return refuse(text, match.error);
	const change = {
		do: "watch",
		watch: wanted,
		playerId: player.id
	};
	if (what === "result") return {
		changes: [change],
		letters: [],
		section: {
			understood: text,
			says: [say("notified", { board })]
		}
	};
	const clock = clockFacts(match.value, asking.reading);
	const facts = boardFacts(match.value, [say("watched", { board })], {
		watching: true,
		clock
	});
	return {
		changes: [change],
		letters: [boardLetter(match.value, player, facts, "show")],
		section: void 0
	};
}
/** The match, when this player may look on at it. */
function watchable({ board, what }, playerId, { reading }) {
	const match = reading.match(board);
	if (!match) return err(say("no-such-board", { board }));
	if (match.outcome) return err(say("watch-over", { board }));
	if (colourOf(match, playerId) !== void 0) return err(say("watch-own", { board }));
	const watches = reading.watches(playerId);
	const known = watches.find((each) => each.board === board);
	if (known?.what === what) return err(say("watching-already", {
		board,
		what
	}));
	if (known) return ok(match);
	if (watches.length >= 50) return err(say("too-many-watches", { count: 50 }));
	return reading.watchers(board).length < 100 ? ok(match) : err(say("too-many-watchers", {
		board,
		count: 100
	}));
}

// src/command/board/notify.ts
/** Tells somebody who does not play in a match how it ends. */
const notify = lookingOn("notify", "result", "tells you how a match of others ends");

// src/match/imagine.ts
/** A match that nobody plays, from a position: board 0, and no one in its seats. */
function imagineFrom(start, moves = []) {
	const nobody = {
		id: 0,
		userid: ""
	};
	const { rules } = start;
	return imagineBack({
		board: 0,
		revision: 0,
		black: nobody,
		white: nobody,
		rules,
		start,
		moves,
		position: start,
		outcome: void 0
	});
}
/** A match as it stood after so many plies, over only where the rules have ended it. */
function imagineBack(match, plies = match.moves.length) {
	const position = positionAfter(match, plies);
	const back = {
		...match,
		moves: match.moves.slice(0, plies),
		position,
		outcome: void 0
	};
	return {
		...back,
		outcome: outcomeHere(back)
	};
}
/**
* Plays moves one after the other for whoever is to move, up to the first that is not legal. As in a
* real match, a pass that is the only legal move needs not be written; where it is, it is the same one.
*/
function imagineOn(match, moves) {
	if (moves.length === 0) return {
		match,
		passes: []
	};
	const begun = playForced(match);
	const passes = [...begun.steps];
	let now = begun.match;
	let unwritten = passBy([match, ...begun.steps.map((step) => step.match)]);
	for (const [index, move] of moves.entries()) {
		if (isLegal(unwritten[0], move)) {
			unwritten = unwritten.slice(1);
			continue;
		}
		const moved = playHere(now, move);
		if (!moved.ok) return {
			match: now,
			passes,
			stopped: {
				count: index + 1,
				move,
				why: moved.error
			}
		};
		const { steps } = moved.value;
		passes.push(...steps.slice(1));
		unwritten = passBy(steps.map((step) => step.match));
		now = moved.value.match;
	}
	return {
		match: now,
		passes
	};
}
/** Of matches that forced passes lead through, the positions in which somebody had to pass. */
const passBy = (matches) => matches.slice(0, -1).map(({ position }) => position);
const isLegal = (position, text) => position !== void 0 && gameOf(position.rules).parseMove(position, text).ok;

// src/match/record/record-refusal.ts
/**
* Every reason for which a text is refused as the record of a match, with the facts that a sentence
* about it needs. Lines are counted from 1 in the text as it came, plies from 1 in the match. No
* fact repeats what somebody wrote.
*/
/** The headers that mean something. Lines with other names are passed over. */
const HEADERS = [
	"Game",
	"Board",
	"Size",
	"Start",
	"Black",
	"White",
	"Result",
	"Ending"
];
/** Refuses a record, with exactly the facts of its code. */
function refuseRecord(code, facts, cause) {
	const error = {
		code: `record-${code}`,
		facts
	};
	return err(cause === void 0 ? error : {
		...error,
		cause
	});
}

// src/match/record/record-moves.ts
/** The moves of a record in their numbered rounds, and the result behind them. */
/**
* One text a round, with a blank behind it, and the result. Lines are broken between these texts.
* The last round and the result are one, so that no line can be lost without being missed.
*/
function makeRounds(game, moves, first, outcome) {
	const result = makeResult(game, outcome);
	if (moves.length === 0) return [result];
	const missing = isLeft(game, first) ? 0 : 1;
	const rounds = [];
	for (let at = -missing; at < moves.length; at += 2) {
		const number = `${roundOf(Math.max(at, 0) + 1 + missing)}${at < 0 ? "..." : "."}`;
		rounds.push(`${number} ${moves.slice(Math.max(at, 0), at + 2).join(" ")} `);
	}
	return [...rounds.slice(0, -1), rounds.at(-1) + result];
}
/** Plays the words of a record from its first position to the result, where it ends. */
function readMoves(game, start, words) {
	const moves = [];
	const seen = countSeen(game);
	let position = start;
	let ruled = outcomeByRules(game, position, seen);
	let numbered = false;
	for (const [at, { line, text }] of words.entries()) {
		const ply = moves.length + 1;
		if (parseResult(game, text)) {
			if (numbered) return refuseRecord("bad-move", {
				line,
				ply
			});
			if (words[at + 1]?.line === line) return refuseRecord("text-after-result", { line });
			return ok({
				moves,
				ruled,
				result: {
					line,
					text
				}
			});
		}
		if (ply > 2e3) return refuseRecord("too-many-plies", {
			line,
			pliesMax: recordPliesMax
		});
		const left = isLeft(game, position.turn);
		const round = roundOf(isLeft(game, start.turn) ? ply : ply + 1);
		const [, written, dots, glued] = NUMBERED.exec(text) ?? [];
		if (written !== void 0) {
			if (!(Number(written) === round && dots === "." === left) || numbered) return refuseRecord("wrong-round", {
				line,
				ply,
				round
			});
			numbered = true;
			if (glued === "") continue;
		}
		if (!numbered && (left || ply === 1)) return refuseRecord("wrong-round", {
			line,
			ply,
			round
		});
		if (ruled) return refuseRecord("move-after-end", {
			line,
			ply
		});
		const move = game.parseMove(position, inCaseOf(game, glued ?? text));
		if (!move.ok) return refuseRecord("bad-move", {
			line,
			ply
		}, move.error);
		moves.push(game.makeMove(move.value, position));
		position = game.play(position, move.value).position;
		ruled = outcomeByRules(game, position, seen);
		numbered = false;
	}
	return refuseRecord("no-result", { ply: moves.length + 1 });
}
/** `12.` before a move on the left, `12...` before one on the right, with or without a blank behind it. */
const NUMBERED = /^(\d{1,5})(\.\.\.|\.)(.*)$/;
/** Whether the moves of a colour stand on the left. */
const isLeft = ({ sides: [first] }, colour) => colour === first.colour;
/** The round of a ply, counted from 1, where the missing left half of the first round counts as one. */
const roundOf = (half) => Math.ceil(half / 2);
/** What stands behind the moves while the match goes on. */
const UNFINISHED = "*";
/** Reads a result; undefined when the text is none. */
const parseResult = ({ sides: [first, second] }, text) => {
	if (text === "1-0") return { winner: first.colour };
	if (text === "0-1") return { winner: second.colour };
	return text === "1/2-1/2" || text === "*" ? { winner: void 0 } : void 0;
};
/** Writes a result. */
function makeResult(game, outcome) {
	if (!outcome) return "*";
	if (outcome.winner === void 0) return "1/2-1/2";
	return isLeft(game, outcome.winner) ? "1-0" : "0-1";
}

// src/match/record/record-text.ts
/**
* Finds the record in a text: from the line `Game:` on, whatever stands above it. A line without a
* name belongs to the header above it, unless it is empty, follows an empty one or begins a round.
*/
function readRecordText(text) {
	const lines = readLines(text);
	const first = lines.findIndex((line) => splitHeader(line)?.name === "Game");
	if (first < 0) return refuseRecord("no-record", {});
	const headers = /* @__PURE__ */ new Map();
	let open;
	for (let at = first; at < lines.length; at++) {
		const line = lines[at] ?? NO_LINE;
		const header = splitHeader(line);
		if (header) {
			open = header.name;
			if (open === "unknown") continue;
			if (headers.has(open)) return refuseRecord("header-twice", {
				header: open,
				line: line.line
			});
			headers.set(open, header.value);
		} else if (line.text === "") open = void 0;
		else if (open === void 0 || MOVES_BEGIN.test(line.text)) return ok({
			headers,
			words: readWords(lines.slice(at))
		});
		else if (open !== "unknown") {
			const above = headers.get(open) ?? NO_LINE;
			if (above.text.length <= 800) headers.set(open, join$1(above, line));
		}
	}
	return ok({
		headers,
		words: []
	});
}
/** Joins pieces, each with the blank behind it, to lines of at most 72 columns. */
function fold(pieces) {
	const lines = [];
	let line = "";
	for (const piece of pieces) {
		if (line !== "" && (line + piece).trimEnd().length > 72) {
			lines.push(line);
			line = "";
		}
		line += piece;
	}
	return [...lines, line].map((each) => each.trimEnd()).join("\n");
}
const NO_LINE = {
	line: 0,
	text: ""
};
/** A round's number, with a move behind it or alone, or the result of a match without moves. */
const MOVES_BEGIN = /^(?:\d{1,5}\.(?:\.\.)?(?:$|\s|[a-z]\d)|(?:\*|1-0|0-1|1\/2-1\/2)$)/i;
/** Nothing in a record begins with a blank or with `>`, and nothing ends with a blank. */
const readLines = (text) => text.split(/\r\n|\n|\r/).map((line, index) => ({
	line: index + 1,
	text: line.replace(/^[\s>]+/, "").trimEnd()
}));
function splitHeader({ line, text }) {
	const colon = text.indexOf(":");
	const written = text.slice(0, Math.max(colon, 0));
	if (!/^[a-z][a-z -]{0,39}$/i.test(written)) return void 0;
	return {
		name: HEADERS.find((header) => header.toLowerCase() === written.toLowerCase()) ?? "unknown",
		value: {
			line,
			text: text.slice(colon + 1).trim()
		}
	};
}
/** Lines are broken between words, or where no blank belongs: behind a rank's `/`, or a hyphen. */
const join$1 = (above, below) => ({
	line: above.line,
	text: `${above.text}${/(?:^|[/-])$/.test(above.text) ? "" : " "}${below.text}`
});
/** Some programs break lines behind hyphens too: then a move goes on with the next line's word. */
function readWords(lines) {
	const words = [];
	for (const { line, text } of lines) {
		if (text === "") continue;
		for (const [index, word] of text.split(/\s+/).entries()) {
			const last = words.at(-1);
			if (index === 0 && last && CUT_AT_HYPHEN.test(last.text)) words[words.length - 1] = {
				line: last.line,
				text: last.text + word
			};
			else words.push({
				line,
				text: word
			});
		}
	}
	return words;
}
/** At most `1000.z26-`. */
const CUT_AT_HYPHEN = /^[\w./]{1,8}-$/;

// src/match/record/record.ts
/** Writes a record, at most 72 columns wide. `parseRecord` reads it back to an equal value. */
function makeRecord(record) {
	const { board, rules, black, white, start, moves, outcome } = record;
	const game = gameOf(rules);
	return `${[
		`Game: ${rules}`,
		...board === void 0 ? [] : [`Board: ${board}`],
		makeStart(start),
		`Black: ${black.userid}`,
		`White: ${white.userid}`,
		`Result: ${makeResult(game, outcome)}`,
		...outcome ? [`Ending: ${outcome.ending}`] : []
	].join("\n")}\n\n${fold(makeRounds(game, moves, start.turn, outcome))}\n`;
}
/**
* Reads a record and plays it through: every move is legal in its place, and the result is that of
* the rules where they have decided. Moves may be in any spelling of the engine and come out in its
* own. What stands above the record or on the lines below its result is not read. Takes linear
* time, never throws.
*/
function parseRecord(text) {
	if (text.length > 32768) return refuseRecord("too-long", { charsMax: recordCharsMax });
	const taken = readRecordText(text);
	if (!taken.ok) return taken;
	const { headers, words } = taken.value;
	const opening = readOpening(headers);
	if (!opening.ok) return opening;
	const played = readMoves(opening.value.game, opening.value.start, words);
	if (!played.ok) return played;
	const outcome = readOutcome(opening.value.game, headers, played.value);
	if (!outcome.ok) return outcome;
	const { game, ...rest } = opening.value;
	return ok({
		rules: game.rules,
		...rest,
		moves: played.value.moves,
		outcome: outcome.value
	});
}
function readOpening(headers) {
	const shaped = (header, shape) => {
		const said = headers.get(header);
		if (!said) return refuseRecord("no-header", { header });
		return shape.test(said.text) ? ok(said.text) : refuseRecord("bad-header", {
			header,
			line: said.line
		});
	};
	const { line = 1, text = "" } = headers.get("Game") ?? {};
	const game = findGame(text);
	if (!game) return refuseRecord("bad-header", {
		header: "Game",
		line
	});
	const board = headers.has("Board") ? shaped("Board", /^[1-9]\d{0,8}$/) : ok(void 0);
	if (!board.ok) return board;
	const black = shaped("Black", USERID);
	if (!black.ok) return black;
	const white = shaped("White", USERID);
	if (!white.ok) return white;
	const start = readStart(game, headers);
	if (!start.ok) return start;
	return ok({
		game,
		board: board.value === void 0 ? void 0 : Number(board.value),
		black: { userid: black.value },
		white: { userid: white.value },
		start: start.value
	});
}
/** Userids of ours are shorter, but a record may come from another server. */
const USERID = /^[\w.-]{1,40}$/;
/** The headers tell either the size of an ordinary first position or the whole position. */
function readStart(game, headers) {
	const size = headers.get("Size");
	const start = headers.get("Start");
	if (size && start) return refuseRecord("header-twice", {
		header: "Start",
		line: start.line
	});
	if (start) {
		const position = readPosition(game, start.text);
		if (position.ok) return position;
		return refuseRecord("bad-start", {
			header: "Start",
			line: start.line
		}, position.error);
	}
	if (!size) return refuseRecord("no-header", { header: "Size" });
	const parsed = parseSize(size.text);
	if (!parsed) return refuseRecord("bad-header", {
		header: "Size",
		line: size.line
	});
	const position = game.start(parsed);
	if (position.ok) return position;
	return refuseRecord("bad-start", {
		header: "Size",
		line: size.line
	}, position.error);
}
/**
* What the rules have decided is so; otherwise the players, or an admin, have ended the match or
* not. Their ending may be any word.
*/
function readOutcome(game, headers, { ruled, result }) {
	const { line } = result;
	const stated = headers.get("Result");
	if (stated && stated.text !== result.text) return refuseRecord("two-results", { line });
	if (ruled && result.text !== makeResult(game, ruled)) return refuseRecord("wrong-result", {
		line,
		result: makeResult(game, ruled)
	});
	const ending = headers.get("Ending");
	if (ruled) return ending === void 0 || ending.text === ruled.ending ? ok(ruled) : refuseRecord("wrong-ending", { line: ending.line });
	const over = result.text !== "*";
	if (!ending) return over ? refuseRecord("no-header", { header: "Ending" }) : ok(void 0);
	if (!over || BY_THE_RULES.has(ending.text)) return refuseRecord("wrong-ending", { line: ending.line });
	return ENDING.test(ending.text) ? ok({
		winner: parseResult(game, result.text)?.winner,
		ending: ending.text
	}) : refuseRecord("bad-header", {
		header: "Ending",
		line: ending.line
	});
}
const ENDING = /^[a-z]+(?:-[a-z]+)*$/;
const BY_THE_RULES = /* @__PURE__ */ new Set([...OUTCOME_REASONS, "repetition"]);
/** The size says enough where it leads to the same position. */
function makeStart(start) {
	const ordinary = gameOf(start.rules).start(start.board);
	const text = makePosition(start);
	return ordinary.ok && makePosition(ordinary.value) === text ? `Size: ${makeSize(start.board)}` : fold(`Start: ${text}`.split(/(?<=[ /])/));
}

// src/command/board/ply.ts
/** Reads how many plies stand on a board: `3`, or `-1` for one less than now. Else undefined. */
const parsePlies = (text) => /^(?:\d{1,6}|-[1-9]\d{0,5})$/.test(text.trim()) ? Number(text.trim()) : void 0;
/** That number of plies on a match, counted from its beginning; refused when it has not so many. */
function pliesOn({ board, moves }, plies) {
	const last = moves.length;
	const counted = plies === void 0 ? last : plies < 0 ? last + plies : plies;
	return counted >= 0 && counted <= last ? ok(counted) : err(say("no-such-ply", {
		board,
		ply: plies ?? last,
		last
	}));
}

// src/engine/stones/diagram.ts
/**
* Reads the string of a diagram on the pages of Games of Soldiers, written for João Neto's program
* board2diag: `lurd,8,8,8/8/8/4xxx./4wX2/4x3/8/8`. First come the sides of the board that get a
* border, which are checked and otherwise passed over, then how many ranks and how many files there
* are, in this order, then the board, where an upper case letter is a marked stone. The board may
* also stand alone. Takes linear time, never throws; the errors are those of notation.ts.
*/
const parseDiagram = (text) => {
	if (text.length > 800) return refuseText("too-long", { charsMax: 800 });
	const parts = text.split(",");
	if (parts.length === 1) return readMarked(parseBoard(text), text);
	const [sides = "", rows = "", cols = "", boardText = "", ...more] = parts;
	if (parts.length < 4 || more.length > 0 || !SIDES$1.test(sides)) return refuseText("not-a-diagram", {});
	const size = parseSize(`${cols}x${rows}`);
	if (!size) return refuseText("not-a-size", { sideMax: 26 });
	return readMarked(parseBoard(boardText, size), boardText);
};
/** Left, up, right, down. */
const SIDES$1 = /^[lurd]{0,4}$/;
/** Without the lower case stones, what is left of a diagram is a board of the marked ones. */
const readMarked = (board, text) => {
	if (!board.ok) return board;
	const marks = parseBoard(text.replace(/[xw]/g, "."), board.value);
	return marks.ok ? ok({
		board: board.value,
		marked: cellsOf$1(stonesOf(marks.value))
	}) : marks;
};

// src/command/board/plain-quotes.ts
/** A text without quotation marks of any kind. */
const plainQuotes = (text) => text.replace(/["'\u2018-\u201f\u00ab\u00bb]/g, "").trim();

// src/command/board/preview-words.ts
/**
* Reads `N [#PLY] MOVE…`, `new GAME MOVE…`, `"POSITION" MOVE…` or `[GAME] DIAGRAM [x|w] MOVE…`, in
* this order. In an answer to a board, the moves alone are enough.
*/
function readPreview(words, place) {
	const [first = "", ...rest] = words.words;
	if (first.toLowerCase() === "new") return readNew(rest, words);
	if (words.options.size > 0) return err(say("preview-shape"));
	const [, number, ply, moves] = BOARD.exec(words.words.join(" ")) ?? [];
	const board = parseNumber(number);
	if (board !== void 0) {
		const plies = ply === void 0 ? void 0 : parsePlies(ply);
		if (ply !== void 0 && plies === void 0) return err(say("preview-shape"));
		const start = `${board}${plies === void 0 ? "" : ` #${plies}`}`;
		return withMoves({
			kind: "board",
			board,
			plies
		}, start, moves?.split(" ") ?? [], gameAt(place, board));
	}
	const here = gameAt(place);
	if (place.number !== void 0 && mayBeMove(here, first)) {
		const { number: answered } = place;
		return withMoves({
			kind: "board",
			board: answered,
			plies: void 0
		}, String(answered), words.words, here);
	}
	return readDrawn(plainQuotes(words.words.join(" ")).split(" "));
}
/** The moves among the words of a game: a word, or two where a game names both cells. */
function takeMoves(game, words) {
	const moves = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? "";
		const two = `${word}${words[at + 1] ?? ""}`;
		const split = !looksLikeMoveOf(game, word) && looksLikeMoveOf(game, two);
		moves.push(split ? two : word);
		if (split) at++;
	}
	return moves;
}
const BOARD = /^(#?\d+)(?:\s*#\s*(-?\d{1,6}))?(?:\s+(.*))?$/;
function readNew(rest, words) {
	const named = rest[0] !== void 0 && !looksLikeCells(rest[0]);
	const terms = readTerms(named ? rest[0] : void 0, words);
	if (!terms.ok) return terms;
	const { game, size } = terms.value;
	const position = game.start(size);
	if (!position.ok) return position;
	const start = `new ${game.rules} -size=${makeSize(size)}`;
	return withMoves({
		kind: "position",
		position: position.value
	}, start, named ? rest.slice(1) : rest, game);
}
/** A position in its notation, or the diagram of a rule page: Forms unless it says otherwise. */
function readDrawn(words) {
	const game = findGame(words[0] ?? "");
	if (game && parseSize(words[1] ?? "")) return fromPosition(parsePosition([game.rules, ...words.slice(1, 4)].join(" ")), words.slice(4));
	const [diagram = "", ...rest] = game ? words.slice(1) : words;
	if (!/[/,]/.test(diagram)) return err(say("preview-shape"));
	const read = parseDiagram(diagram);
	if (!read.ok) return err(whyNot(read.error));
	const turn = parseColour(rest[0] ?? "");
	const setup = makeSetup({
		board: read.value.board,
		turn: turn ?? "black"
	});
	return fromPosition(parsePosition(`${game?.rules ?? "forms"} ${setup}`), turn ? rest.slice(1) : rest);
}
function fromPosition(position, moves) {
	if (position.ok) {
		const from = {
			kind: "position",
			position: position.value
		};
		const game = gameOf(position.value.rules);
		return withMoves(from, `"${makePosition(position.value)}"`, moves, game);
	}
	return err(whyNot(position.error));
}
const whyNot = (error) => error.code === "not-a-position" ? say("preview-shape") : error;
/** A cell alone may be half of a move, so cells will do whatever the game is. */
function withMoves(from, start, words, game) {
	const moves = words.map((word) => inCaseOf(game, word));
	if (!moves.every((move) => mayBeMove(game, move))) return err(say("preview-shape"));
	return ok({
		from,
		moves,
		text: [
			"preview",
			start,
			...moves
		].join(" ")
	});
}

// src/command/board/preview.ts
/** Shows the sender, and nobody else, what moves would do, or the record that stands below. */
const preview = {
	name: "preview",
	aliases: ["import", "replay"],
	usage: "preview N [#PLY] MOVE..., or: preview new GAME -size=8x8 MOVE..., or: preview \"POSITION\" MOVE...",
	summary: "shows a board after moves of both sides, to you only",
	example: "preview 12 e4xe5 d4xd5",
	audience: "player",
	need: "proof-to-read",
	takesComment: false,
	options: ["size"],
	values: ["new"],
	gameAt({ words: [first = ""] }, place) {
		if (first.toLowerCase() === "new") return 1;
		return /^#?\d/.test(first) || mayBeMove(gameAt(place), first) ? void 0 : 0;
	},
	read(words, place) {
		if (words.words.length === 0 && words.options.size === 0) return ok({
			text: "preview",
			board: void 0,
			wantsText: true,
			run: previewRecord
		});
		const written = readPreview(words, place);
		if (!written.ok) return written;
		const { text } = written.value;
		return ok({
			text,
			board: void 0,
			run: (asking) => previewMoves(written.value, asking)
		});
	}
};
function previewMoves({ text, from, moves: words }, asking) {
	const start = matchAt(from, asking);
	if (!start.ok) return refuse(text, start.error);
	const moves = takeMoves(gameOf(start.value.rules), words);
	if (moves.length > 50) return refuse(text, say("preview-many", { count: 50 }));
	const { match, passes, stopped } = imagineOn(start.value, moves);
	const now = from.kind === "board" && from.plies === void 0;
	const board = imagined(match, now ? start.value.revision : 0);
	const passed = passes.map(foretellPass);
	if (!stopped) return tell({
		understood: text,
		says: passed,
		board
	});
	const { count, move, why } = stopped;
	const says = [
		...passed,
		say("preview-illegal", {
			count,
			move
		}),
		why,
		say("preview-before")
	];
	return refuseWith({
		understood: text,
		says,
		board
	});
}
function matchAt(from, { reading }) {
	if (from.kind === "position") return ok(imagineFrom(from.position));
	const { board, plies } = from;
	const match = reading.match(board);
	if (!match) return err(say("no-such-board", { board }));
	const counted = pliesOn(match, plies);
	return counted.ok ? ok(imagineBack(match, counted.value)) : counted;
}
/** The record that stands below the command: read through, and its last position. */
function previewRecord({ comment }) {
	const text = "preview";
	if (comment === "") return refuse(text, say("preview-nothing"));
	const record = parseRecord(comment);
	if (!record.ok) {
		const { cause, ...why } = record.error;
		const says = cause && cause.code !== "not-a-position" ? [why, cause] : [why];
		return tell({
			understood: text,
			says
		});
	}
	const { rules, start, moves, outcome } = record.value;
	const won = (outcome?.winner && sideOf(gameOf(rules), outcome.winner).name) ?? (outcome ? "draw" : "none");
	const says = [say("preview-record", {
		plies: moves.length,
		won
	})];
	return tell({
		understood: text,
		says,
		board: imagined(imagineFrom(start, moves), 0)
	});
}
const imagined = (match, revision) => ({
	...boardFacts(match, []),
	revision,
	imagined: true
});

// src/command/board/queue.ts
/** Makes moves in advance, to be played when the other player has moved. */
const queue = {
	name: "queue",
	aliases: [
		"qmove",
		"moveq",
		"qboard",
		"boardq"
	],
	usage: "queue N MOVE, or: queue N if MOVE then MOVE, or: queue N off, or: queue N",
	summary: "plays a move as soon as your opponent has moved",
	example: "queue 12 if d4xd5 then e4xe5",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	values: [
		"if",
		"then",
		"off"
	],
	read(words, place) {
		const read = readQueue(words, place);
		if (!read.ok) return read;
		const { board, wish } = read.value;
		const text = `queue ${board}${wish === "shown" ? "" : ` ${typeof wish === "string" ? wish : makeConditionals(wish)}`}`;
		return ok({
			text,
			board,
			run: (asking) => queueMoves(text, board, wish, asking)
		});
	}
};
function readQueue({ words }, place) {
	const named = parseNumber(words[0]);
	const board = named ?? numberHere(place);
	if (board === void 0) return err(say("board-number-missing", { command: "queue" }));
	const rest = (named === void 0 ? words : words.slice(1)).join(" ");
	if (rest === "") return ok({
		board,
		wish: "shown"
	});
	if (rest.toLowerCase() === "off") return ok({
		board,
		wish: "off"
	});
	const lines = parseConditionals(rest, gameAt(place, board));
	return lines ? ok({
		board,
		wish: lines
	}) : err(say("queue-shape", { board }));
}
function queueMoves(text, board, wish, { reading, player }) {
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const colour = colourOf(match, player.id);
	if (!colour) return refuse(text, say("not-your-board", { board }));
	const waiting = reading.queue(board, player.id);
	if (wish === "shown") {
		const says = waiting ? say("queued", { moves: makeConditionals(waiting.lines) }) : say("queue-empty", { board });
		return tell({
			understood: text,
			says: [says]
		});
	}
	if (wish === "off") {
		if (!waiting) return refuse(text, say("queue-empty", { board }));
		const section = {
			understood: text,
			says: [say("queue-off", { board })]
		};
		return {
			changes: [{
				do: "drop-queue",
				board,
				playerId: player.id
			}],
			letters: [],
			section
		};
	}
	const made = makeQueue(match, player.id, wish);
	if (!made.ok) return refuse(text, made.error);
	const { userid } = match[opposite(colour)];
	return {
		changes: [{
			do: "put-queue",
			queue: made.value
		}],
		letters: [],
		section: {
			understood: text,
			says: [say("queue-made", {
				board,
				userid
			}), say("queued", { moves: makeConditionals(wish) })]
		}
	};
}

// src/command/board/record.ts
/** Sends the record of a match as text, which `preview` and other programs can read. */
const record = {
	name: "record",
	aliases: [],
	usage: "record N",
	summary: "sends a match as text that programs can read",
	example: "record 12",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "record" }));
		const text = `record ${board}`;
		return ok({
			text,
			board: void 0,
			run({ reading }) {
				const match = reading.match(board);
				if (!match) return refuse(text, say("no-such-board", { board }));
				const says = [say("record-of", { board })];
				return tell({
					understood: text,
					says,
					text: makeRecord(match)
				});
			}
		});
	}
};

// src/command/board/resign.ts
/** Gives a match up, at once, also when it is the other player's turn. */
const resign = {
	name: "resign",
	aliases: [],
	usage: "resign N",
	summary: "gives a match up, at once, also out of turn",
	example: "resign 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "resign" }));
		const text = `resign ${board}`;
		return ok({
			text,
			board,
			run(asking) {
				const match = asking.reading.match(board);
				if (!match) return refuse(text, say("no-such-board", { board }));
				const { player } = asking;
				const resigned = resignMatch(match, player.id, "resigned");
				if (!resigned.ok) return refuse(text, resigned.error);
				return {
					changes: [{
						do: "advance-match",
						match: resigned.value,
						event: "resign"
					}],
					letters: boardLetters(resigned.value, asking, [], player),
					section: void 0
				};
			}
		});
	}
};

// src/command/board/say.ts
/** Sends the other player a comment without a move: the board letter again, with the words. */
const sayAtBoard = {
	name: "say",
	aliases: ["chat"],
	usage: "say N",
	summary: "sends the text below to your opponent, without a move",
	example: "say 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) {
			const here = numberHere(place);
			return err(here === void 0 ? say("board-number-missing", { command: "say" }) : say("say-shape", { board: here }));
		}
		const text = `say ${board}`;
		return ok({
			text,
			board: place.number === void 0 || place.number === board ? board : void 0,
			wantsText: true,
			run: (asking) => sayTo(text, board, asking)
		});
	}
};
function sayTo(text, board, asking) {
	const { reading, player, comment } = asking;
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const colour = colourOf(match, player.id);
	if (!colour) return refuse(text, say("not-your-board", { board }));
	const opponent = match[opposite(colour)];
	if (!reading.playerById(opponent.id)) return refuse(text, say("say-to-nobody", { userid: opponent.userid }));
	if (comment === "") return refuse(text, say("say-nothing", { board }));
	if (match.outcome && reading.restingMs(board) > 12096e5) return refuse(text, say("say-too-late", {
		board,
		days: sayAfterEndMsMax / oneDayMs
	}));
	if (reading.saysToday(board, player.id) >= 10) return refuse(text, say("say-enough", {
		board,
		count: 10
	}));
	const event = say("words-came", { userid: player.userid });
	return {
		changes: [{
			do: "note-say",
			board,
			playerId: player.id
		}],
		letters: boardLetterTo(opponent.id, match, asking, [event], player),
		section: {
			understood: text,
			says: [say("say-sent", { userid: opponent.userid })]
		}
	};
}

// src/match/rating-band.ts
/** Reads `1500-1800`; undefined when it is none. `makeBand` writes it. */
function parseBand(text) {
	const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
	const band = {
		from: Number(from),
		to: Number(to)
	};
	return band.from <= band.to && band.to <= 4e3 ? band : void 0;
}
const makeBand = ({ from, to }) => `${from}-${to}`;
/** Whether a rating, as it is shown, is inside. */
const isInBand = (band, { rating }) => {
	const shown = Math.round(rating);
	return band.from <= shown && shown <= band.to;
};

// src/command/shape/open-challenge.ts
/**
* The open challenge of this number, if this player may answer it: it was made to this player, or
* to everybody. Everybody else is told that there is none, but for the challenger, who knows of it.
* Who comes too late is told what has become of it.
*/
function openChallengeTo(player, number, reading) {
	const challenge = reading.challenge(number);
	if (!challenge) return err(say("no-such-challenge", { number }));
	const { challenger, challenged, state } = challenge;
	if (player.id === challenger.id) {
		if (state !== "open") return err(say(`challenge-${state}`, { number }));
		const own = challenged && say("own-challenge", {
			number,
			userid: challenged.userid
		});
		return err(own ?? say("own-open", { number }));
	}
	if (state === "open") return challenged === void 0 || challenged.id === player.id ? ok(challenge) : err(say("no-such-challenge", { number }));
	if (challenged !== void 0 && challenged.id !== player.id) return err(say(state === "accepted" ? "challenge-taken" : "no-such-challenge", { number }));
	return err(say(`challenge-${state}`, { number }));
}
/**
* What else can be taken up, for a player who came too late for a challenge that was not made to this
* player alone: one sentence that names a few.
*/
function othersOpen(player, number, reading) {
	const missed = reading.challenge(number);
	if (!missed || missed.state === "open") return [];
	if ([missed.challenger.id, missed.challenged?.id].includes(player.id)) return [];
	const others = reading.challengesToAll().filter((challenge) => challenge.challenger.id !== player.id && !outsideBand(challenge, player, reading));
	const [first] = others;
	if (!first) return [say("others-open-none")];
	const named = others.slice(0, 3).map(shortTerms).join(", ");
	const more = Math.max(0, others.length - 3);
	return [say("others-open", {
		named,
		number: first.number,
		more
	})];
}
/** Why the rating of a player is in the way of taking up a challenge, or undefined. */
function outsideBand({ number, band, rules }, player, reading) {
	const rating = reading.ratings.of(player.id, rules);
	if (!band || isInBand(band, rating)) return void 0;
	const shown = Math.round(rating.rating);
	const game = gameOf(rules).name;
	return say("outside-band", {
		number,
		band: makeBand(band),
		game,
		rules,
		rating: shown
	});
}
const shortTerms = ({ number, rules, size }) => `${number} (${gameOf(rules).name} ${makeSize(size)})`;

// src/command/lists/challenges.ts
/** Lists the challenges that the sender can answer, and those that wait for an answer. */
const challenges = {
	name: "challenges",
	aliases: [],
	usage: "challenges [GAME] [-page=2]",
	summary: "lists offers to you, to everybody, and your own",
	example: "challenges forms",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: ["page"],
	gameAt: () => 0,
	read(words) {
		const [game, ...rest] = words.words;
		if (rest.length > 0) return err(say("challenges-shape"));
		const rules = game && findGame(game)?.rules;
		if (game !== void 0 && rules === void 0) return err(say("no-such-game"));
		const page = readPage(words, "challenges");
		if (!page.ok) return page;
		const command = rules === void 0 ? "challenges" : `challenges ${rules}`;
		const text = makePage(command, page.value);
		return ok({
			text,
			board: void 0,
			run({ reading, player }) {
				const part = {
					number: page.value,
					next: makePage(command, page.value + 1)
				};
				const wanted = (challenge) => rules === void 0 || challenge.rules === rules;
				const lists = [
					...challengesTo(player, reading, part, wanted),
					...challengesToAll(player, reading, part, wanted),
					...challengesOf(player, reading, part, wanted)
				];
				const none = page.value === 1 ? say("no-challenges", { game: rules ?? "forms" }) : say("no-such-page");
				return tell({
					understood: text,
					says: lists.length > 0 ? [] : [none],
					lists
				});
			}
		});
	}
};
const all = () => true;
/** Challenges that wait for this player's answer. */
function challengesTo(player, reading, page, wanted = all) {
	const challenges = reading.openChallenges(player.id).filter((challenge) => challenge.challenged?.id === player.id && wanted(challenge));
	const conditions = conditionsOf(challenges);
	const number = challenges[0]?.number ?? 0;
	return makeList(say("challenges-to-you"), [
		"number",
		"from",
		"game",
		"size",
		"first-move",
		...conditions.columns
	], challenges, (challenge) => [
		challenge.number,
		challenge.challenger.userid,
		...terms(challenge, "them"),
		...conditions.cells(challenge)
	], [say("challenges-to-you-hint", { number })], page);
}
function challengesToAll(player, reading, page, wanted) {
	const challenges = reading.challengesToAll().filter((challenge) => challenge.challenger.id !== player.id && wanted(challenge));
	const conditions = conditionsOf(challenges);
	const takeable = challenges.find((challenge) => !outsideBand(challenge, player, reading));
	const hint = takeable && say("challenges-to-all-hint", { number: takeable.number });
	return makeList(say("challenges-to-all"), [
		"number",
		"from",
		"game",
		"size",
		"first-move",
		...conditions.columns
	], challenges, (challenge) => [
		challenge.number,
		challenge.challenger.userid,
		...terms(challenge, "them"),
		...conditions.cells(challenge)
	], hint ? [hint] : [], page);
}
/** This player's own challenges that nobody has answered. */
function challengesOf(player, reading, page, wanted = all) {
	const challenges = reading.openChallenges(player.id).filter((challenge) => challenge.challenger.id === player.id && wanted(challenge));
	const conditions = conditionsOf(challenges);
	const number = challenges[0]?.number ?? 0;
	return makeList(say("challenges-of-yours"), [
		"number",
		"to",
		"game",
		"size",
		"first-move",
		...conditions.columns
	], challenges, (challenge) => [
		challenge.number,
		challenge.challenged?.userid ?? say("everybody"),
		...terms(challenge, "me"),
		...conditions.cells(challenge)
	], [say("challenges-of-yours-hint", { number })], page);
}
/** What stands in a list only where it is not as usual with any of its challenges. */
const CONDITIONS = [
	{
		column: "clock",
		isUsual: ({ pace }) => unusualPace(pace ?? "none") === void 0,
		cell: ({ pace }) => say("clock-in-short", {
			forfeit: pace?.forfeitDays ?? 0,
			total: pace?.totalDays ?? 0
		})
	},
	{
		column: "rated",
		isUsual: ({ rated }) => rated === true,
		cell: ({ rated }) => say("rated-of-terms", { rated: rated ? "yes" : "no" })
	},
	{
		column: "band",
		isUsual: ({ band }) => band === void 0,
		cell: ({ band }) => band ? makeBand(band) : ""
	}
];
/** The heads of such columns, and for each challenge its cells in them. */
function conditionsOf(challenges) {
	const shown = CONDITIONS.filter(({ isUsual }) => !challenges.every(isUsual));
	return {
		columns: shown.map(({ column }) => column),
		cells: (challenge) => shown.map(({ cell }) => cell(challenge))
	};
}
/** Game, size, and who moves first as the reader sees it. `you` is the reader's word in it. */
const terms = ({ rules, size, first }, you) => [
	rules,
	makeSize(size),
	say("first-in-list", { who: first === "random" ? "chance" : first === you ? "you" : "they" })
];

// src/command/lists/history.ts
/** Lists finished matches, of a game, of a player, or both, the newest first. */
const history = {
	name: "history",
	aliases: [],
	usage: "history [USERID] [GAME] [-page=2] [-records]",
	summary: "lists finished matches, the newest first",
	example: "history bob forms",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: ["page", "records"],
	values: SWITCH_WORDS,
	gameAt: () => 0,
	read(words) {
		const wanted = readWanted(words);
		if (!wanted.ok) return wanted;
		const text = makeText(wanted.value);
		return ok({
			text,
			board: void 0,
			run: (asking) => look(text, wanted.value, asking)
		});
	}
};
function readWanted(line) {
	let rules;
	let userid;
	for (const word of line.words) {
		const game = findGame(word);
		const name = parseUserid(word);
		if (game && rules === void 0) rules = game.rules;
		else if (name.ok && !game && userid === void 0) userid = name.value;
		else return err(say("history-shape"));
	}
	const page = readPage(line, "history");
	if (!page.ok) return page;
	const records = readSwitch(line, "records");
	if (!records.ok) return records;
	return ok({
		rules,
		userid,
		page: page.value,
		records: records.value === true
	});
}
function makeText({ rules, userid, page, records }) {
	return makePage([
		"history",
		userid,
		rules,
		records ? "-records" : void 0
	].filter((word) => word !== void 0).join(" "), page);
}
function look(text, wanted, { reading, player }) {
	const { rules, userid, page } = wanted;
	const named = userid === void 0 ? void 0 : reading.knownPlayer(userid);
	if (userid !== void 0 && !named) return refuse(text, say("no-such-player", { userid }));
	const whose = named ?? (rules === void 0 ? player : void 0);
	const query = {
		rules,
		playerId: whose?.id,
		skip: (page - 1) * 20
	};
	const found = findFinished(reading, query);
	const next = makeText({
		...wanted,
		page: page + 1
	});
	const lists = whose ? finishedOf(whose.userid, found, next) : finishedList(say("history-of-game", { game: rules ?? "" }), found, next);
	if (lists.length === 0) return tell({
		understood: text,
		says: [say("no-history")]
	});
	if (!wanted.records) return tell({
		understood: text,
		says: [],
		lists
	});
	const attached = {
		name: fileOf(wanted),
		text: recordsOf(found, reading)
	};
	const says = [say("records-attached", { file: attached.name })];
	return tell({
		understood: text,
		says,
		lists,
		attached
	});
}
/** A name of its own for each list in a letter. */
const fileOf = ({ userid, rules, page }) => `${[
	"history",
	userid,
	rules,
	page
].filter((word) => word !== void 0).join("-")}.txt`;
/** The records of the matches on a page, one after another. */
const recordsOf = (found, reading) => found.slice(0, 20).flatMap(({ board }) => reading.match(board) ?? []).map(makeRecord).join("\n");
/** A page of finished matches and, if there are more, one of the next page. */
const findFinished = (reading, query) => reading.finishedMatches({
	...query,
	most: 20 + 1
});
/** Finished matches as one player sees them. */
const finishedOf = (userid, found, next) => makeList(say("history-of-player", { userid }), [
	"board",
	"game",
	"against",
	"result",
	"plies",
	"date"
], found, (match) => {
	const colour = match.black === userid ? "black" : "white";
	const other = colour === "black" ? match.white : match.black;
	const won = match.winner === colour ? "won" : "lost";
	const result = match.winner === void 0 ? noWinner(match) : won;
	return [
		match.board,
		match.rules,
		other,
		say("result-of-player", { result }),
		match.plies,
		dateOf(match.endedAt)
	];
}, [], {
	number: 1,
	next
});
const finishedList = (title, found, next) => makeList(title, [
	"board",
	"black",
	"white",
	"won",
	"plies",
	"date"
], found, (match) => {
	const result = say("result-of-match", { won: wonBy(match) });
	return [
		match.board,
		match.black,
		match.white,
		result,
		match.plies,
		dateOf(match.endedAt)
	];
}, [], {
	number: 1,
	next
});
/** The side that has won, by its name, or that nobody has. */
const wonBy = (match) => match.winner ? sideOf(gameOf(match.rules), match.winner).name : noWinner(match);
const noWinner = ({ ending }) => ending === "cancelled-by-admin" ? "none" : "draw";

// src/command/lists/games.ts
const WHICH = [
	"active",
	"inactive",
	"all",
	"next"
];
/** Lists the boards of a player, and the sender's own challenges. */
const games = {
	name: "games",
	aliases: ["boards"],
	usage: "games [USERID] [GAME] [active/inactive/all/next] [-page=2]",
	summary: "lists your boards, or those of another player",
	example: "games next",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: ["page"],
	values: WHICH,
	gameAt: () => 0,
	read: readGames
};
/** Reads `[USERID] [GAME] [active/inactive/all/next]`; `show` takes them too, as in the classic. */
function readGames(line) {
	const { words } = line;
	const last = words.at(-1)?.toLowerCase();
	const which = WHICH.find((each) => each === last);
	const named = which ? words.slice(0, -1) : words;
	const [game, ...games] = named.filter((word) => findGame(word));
	const [name, ...rest] = named.filter((word) => !findGame(word));
	if (games.length > 0 || rest.length > 0) return err(say("games-shape"));
	const userid = name === void 0 ? void 0 : parseUserid(name);
	if (userid && !userid.ok) return err(say("games-shape"));
	const page = readPage(line, "games");
	if (!page.ok) return page;
	const rules = game === void 0 ? void 0 : findGame(game)?.rules;
	const command = [
		"games",
		userid?.value,
		rules,
		which
	].filter((word) => word !== void 0).join(" ");
	const text = makePage(command, page.value);
	const part = {
		number: page.value,
		next: makePage(command, page.value + 1)
	};
	return ok({
		text,
		board: void 0,
		run(asking) {
			const { player, reading } = asking;
			const whose = userid ? reading.knownPlayer(userid.value) : player;
			if (!whose) return refuse(text, say("no-such-player", { userid: userid?.value ?? "" }));
			const wanted = {
				whose,
				rules,
				which: which ?? "active",
				page: part,
				text
			};
			return wanted.which === "next" ? listNext(wanted, asking) : listBoards(wanted, asking);
		}
	});
}
/** Running boards, the sender's challenges and, when they are asked for, those that are finished. */
function listBoards(wanted, { reading, player }) {
	const { whose, rules, which, page, text } = wanted;
	const own = whose.id === player.id;
	const running = which !== "inactive";
	const ownRunning = own && running;
	const challenges = ["challenges", rules].filter((word) => word !== void 0).join(" ");
	const theirPage = {
		number: page.number,
		next: makePage(challenges, page.number + 1)
	};
	const isOfGame = (each) => isOf(rules, each);
	const boards = reading.activeMatches(whose.id).filter(isOfGame);
	const lists = [
		...running ? boardList(boards, whose, own, page, reading) : [],
		...ownRunning ? challengesTo(whose, reading, theirPage, isOfGame) : [],
		...ownRunning ? challengesOf(whose, reading, theirPage, isOfGame) : [],
		...which === "active" ? [] : listFinished(wanted, reading)
	];
	const nothing = page.number === 1 ? nothingOf(wanted, own) : say("no-such-page");
	const watched = ownRunning ? reading.watches(whose.id).map(({ board }) => board) : [];
	return tell({
		understood: text,
		says: [...lists.length > 0 ? [] : [nothing], ...watched.length > 0 ? [say("watch-list", { boards: watched.join(", ") })] : []],
		lists
	});
}
const isOf = (rules, each) => rules === void 0 || each.rules === rules;
function nothingOf({ whose, rules, which }, own) {
	if (which === "inactive") return say("no-history");
	if (!own) return say("no-games-of", { userid: whose.userid });
	return rules === void 0 ? say("no-games") : say("no-games-in", { rules });
}
function listFinished({ whose: { id, userid }, rules, page }, reading) {
	const skip = (page.number - 1) * 20;
	const found = findFinished(reading, {
		rules,
		playerId: id,
		skip
	});
	const command = [
		"history",
		userid,
		rules
	].filter((word) => word !== void 0).join(" ");
	return finishedOf(userid, found, makePage(command, page.number + 1));
}
/** The boards where it is a player's turn, the longest wait first, and the first of them. */
function listNext({ whose, rules, page, text }, { reading, player }) {
	const own = whose.id === player.id;
	const matches = reading.turnsOf(whose.id).filter((match) => isOf(rules, match));
	const [first] = matches;
	const { userid } = whose;
	if (!first) {
		const says = [own ? say("no-turns") : say("no-turns-of", { userid })];
		return tell({
			understood: text,
			says
		});
	}
	const lists = boardList(matches, whose, own, page, reading);
	return tell({
		understood: text,
		says: [],
		lists,
		board: boardFacts(first, [])
	});
}
function boardList(matches, whose, own, page, reading) {
	const daysLeft = daysLeftOn(matches, page, reading);
	const title = own ? say("your-boards") : say("boards-of", { userid: whose.userid });
	return makeList(title, [
		"board",
		"game",
		"against",
		"side",
		"ply",
		"turn",
		...daysLeft ? ["days-left"] : []
	], matches, (match) => {
		const colour = colourOf(match, whose.id) ?? "black";
		const turn = match.position.turn === colour ? own ? "you" : "yes" : own ? "they" : "no";
		return [
			match.board,
			match.rules,
			match[opposite(colour)].userid,
			say("side-in-list", { side: sideOf(gameOf(match.rules), colour).name }),
			match.moves.length + 1,
			say("turn-in-list", { turn }),
			...daysLeft ? [daysLeft.get(match.board) ?? ""] : []
		];
	}, own ? [] : [say("boards-of-hint", { board: matches[0]?.board ?? 0 })], page);
}
/** How many days whoever is to move has on each board of a page; only where a clock runs low. */
function daysLeftOn(matches, { number }, reading) {
	const listed = matches.slice((number - 1) * 20, number * 20);
	const left = new Map(listed.map((match) => [match.board, reading.clock(match)?.left]));
	const isLow = (days) => days !== void 0 && days <= 7;
	return [...left.values()].some(isLow) ? left : void 0;
}

// src/command/board/show.ts
/** Sends the board letter again, to the sender only, at the newest or any earlier position. */
const show = {
	name: "show",
	aliases: ["showas"],
	usage: "show N [#PLY], or: show next, or: show [USERID] all/active/inactive",
	summary: "sends a board again, as it stands or stood after a ply",
	example: "show 12 #3",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	values: WHICH,
	gameAt: ({ words: [first = ""] }) => isWord(first) ? 0 : void 0,
	read({ words: written, options }, place) {
		const words = written[0]?.toLowerCase() === "board" ? written.slice(1) : written;
		if (words.length === 1 && words[0]?.toLowerCase() === "next") return ok({
			text: "show next",
			board: void 0,
			run: showNext
		});
		if (isWord(words[0] ?? "")) {
			const boards = readGames({
				words,
				options
			});
			return boards.ok ? boards : err(say("show-shape"));
		}
		const [first = "", rest] = words.join(" ").split("#");
		const board = first.trim() === "" ? numberHere(place) : parseNumber(first.trim());
		const plies = rest === void 0 ? void 0 : parsePlies(rest);
		if (first.trim() === "" && board === void 0) return err(say("board-number-missing", { command: "show" }));
		if (board === void 0 || rest !== void 0 && plies === void 0) return err(say("show-shape"));
		const text = `show ${board}${plies === void 0 ? "" : ` #${plies}`}`;
		return ok({
			text,
			board: void 0,
			run({ reading, player }) {
				const match = reading.match(board);
				if (!match) return refuse(text, say("no-such-board", { board }));
				const last = match.moves.length;
				const counted = pliesOn(match, plies);
				if (!counted.ok) return refuse(text, counted.error);
				const shown = counted.value;
				const events = shown === last ? [] : [say("position-after", {
					ply: shown,
					last
				})];
				const facts = boardFacts(match, events, {
					whole: true,
					plies: shown,
					offer: reading.openOffer(board),
					queue: reading.queue(board, player.id),
					clock: shown === last ? clockFacts(match, reading) : void 0
				});
				return {
					changes: [],
					letters: [boardLetter(match, player, facts, "show")],
					section: void 0
				};
			}
		});
	}
};
/** What is no number of a board or a ply. */
const isWord = (text) => /^[a-z]/i.test(text);
/** The board that has waited longest for the sender's move. */
function showNext({ reading, player }) {
	const [match] = reading.turnsOf(player.id);
	if (!match) return refuse("show next", say("no-turns"));
	const clock = clockFacts(match, reading);
	const facts = boardFacts(match, [], {
		whole: true,
		clock
	});
	return {
		changes: [],
		letters: [boardLetter(match, player, facts, "show")],
		section: void 0
	};
}

// src/command/board/solve.ts
/** Asks for the exact outcome of a position: of a finished board, or one written out. */
const solve = {
	name: "solve",
	aliases: [],
	usage: "solve N [#PLY], or: solve \"POSITION\"",
	summary: "works out who wins from a position of a finished board",
	example: "solve 12 #3",
	audience: "player",
	need: "proof-to-read",
	takesComment: false,
	options: [],
	read({ words }) {
		const [first, ...rest] = words.join(" ").split("#");
		const board = parseNumber(first?.trim());
		if (board !== void 0) {
			const ply = rest[0] === void 0 ? void 0 : parsePly(rest[0]);
			if (ply === null || rest.length > 1) return err(say("solve-shape"));
			const text = `solve ${board}${ply === void 0 ? "" : ` #${ply}`}`;
			return ok({
				text,
				board: void 0,
				run: (asking) => solveBoard(text, board, ply, asking)
			});
		}
		const position = parsePosition(plainQuotes(words.join(" ")));
		if (!position.ok) {
			const { error } = position;
			return err(error.code === "not-a-position" ? say("solve-shape") : error);
		}
		const text = `solve "${makePosition(position.value)}"`;
		return ok({
			text,
			board: void 0,
			run: (asking) => ask(text, position.value, asking)
		});
	}
};
function solveBoard(text, board, ply, asking) {
	const match = asking.reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	if (!match.outcome) return refuse(text, say("solve-running", { board }));
	const last = match.moves.length;
	if (ply !== void 0 && ply > last) return refuse(text, say("no-such-ply", {
		board,
		ply,
		last
	}));
	return ask(text, positionAfter(match, ply ?? last), asking);
}
/** Hands a position to the solver; its answer is a letter of its own. */
function ask(text, position, { player, reading }) {
	if (reading.standsOnRunningBoard(position)) return refuse(text, say("solve-courtesy"));
	if (reading.analysesToday(player.id) >= 10) return refuse(text, say("solve-enough", { count: 10 }));
	return {
		changes: [{
			do: "ask-solver",
			playerId: player.id,
			understood: text,
			position
		}],
		letters: [],
		section: void 0
	};
}
const parsePly = (text) => /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;

// src/command/board/submit.ts
/** The first half of a move in two steps: shows its player, and nobody else, what it would do. */
const submit = {
	name: "submit",
	aliases: [],
	usage: "submit N MOVE [#PLY]",
	summary: "shows what a move would do; confirm then plays it",
	example: "submit 12 e4xe5",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read(words, place) {
		const read = readMove(words, place, "submit");
		if (!read.ok) return read;
		const { text, board } = read.value;
		return ok({
			text,
			board,
			run: (asking) => submitMove(read.value, asking)
		});
	}
};
function submitMove({ text, board, move, ply, revision }, { reading, player }) {
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const moved = playMove(match, player.id, move, {
		ply,
		revision
	});
	if (!moved.ok) {
		const seated = colourOf(match, player.id) !== void 0;
		return refuse(text, moved.error, seated ? boardFacts(match, []) : void 0);
	}
	const { match: after, ply: made, steps } = moved.value;
	const [, ...passes] = steps;
	return {
		changes: [{
			do: "put-submitted",
			board,
			playerId: player.id,
			revision: match.revision,
			move: made.text
		}],
		letters: [],
		section: {
			understood: text,
			says: [say("submitted", {
				board,
				move: made.text
			}), ...passes.map(foretellPass)],
			answers: [`confirm ${board}`],
			board: {
				...boardFacts(after, []),
				revision: match.revision,
				imagined: true
			}
		},
		exact: `submit ${board} ${move} #${made.number}`
	};
}

// src/command/board/test-display.ts
/** Sends a page with a board on it, and what to do when it does not line up. */
const testDisplay = {
	name: "test display",
	aliases: [],
	usage: "test display",
	summary: "shows whether boards line up in your mail program",
	example: "test display",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		const text = "test display";
		if (words.length > 0) return err(say("no-words-wanted", { command: text }));
		return ok({
			text,
			board: void 0,
			run: () => tell({
				understood: text,
				says: [],
				page: {
					kind: "display",
					topic: "forms"
				}
			})
		});
	}
};

// src/command/board/undo.ts
/** Asks the other player to let the last move be taken back. */
const undo = {
	name: "undo",
	aliases: [],
	usage: "undo N",
	summary: "asks to take your last move back; your opponent decides",
	example: "undo 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "undo" }));
		const text = `undo ${board}`;
		return ok({
			text,
			board,
			run: (asking) => offerOnBoard(text, board, "undo", asking)
		});
	}
};

// src/command/shape/offering.ts
/**
* Asks whether some commands are meant, each of which is a link. Nothing of them is done.
*
* @param lines in our own spelling, at least one
* @param why what is wrong with what was written, where there is something to say
*/
function offering([first = "", ...others], { proven }, why) {
	return {
		understood: void 0,
		says: [
			...why ? [why] : [],
			say("did-you-mean", { line: first }),
			...others.map((line) => say("or-did-you-mean", { line })),
			say("offer-how", { count: 1 + others.length })
		],
		answers: [first, ...others],
		...asksFirst({ proven })
	};
}
/** Where nothing shows who has written, no link does what cannot be taken back. */
const asksFirst = ({ proven }) => proven ? {} : { asks: true };

// src/command/board/unwatch.ts
/** Ends what `watch` and `notify` have begun. */
const unwatch = {
	name: "unwatch",
	aliases: ["unsubscribe"],
	usage: "unwatch N",
	summary: "ends watch and notify",
	example: "unwatch 12",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: [],
	read(words, place) {
		const named = words.words.length > 0;
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "unwatch" }));
		const text = `unwatch ${board}`;
		return ok({
			text,
			board: void 0,
			run({ player, reading, proven }) {
				if (!reading.watches(player.id).some((each) => each.board === board)) {
					const match = reading.match(board);
					return !named && match && colourOf(match, player.id) ? refuseWith(offering(["signoff"], { proven }, say("watch-own", { board }))) : refuse(text, say("not-watching", { board }));
				}
				return {
					changes: [{
						do: "unwatch",
						board,
						playerId: player.id
					}],
					letters: [],
					section: {
						understood: text,
						says: [say("unwatched", { board })]
					}
				};
			}
		});
	}
};

// src/command/board/watch.ts
/** Sends every board of a match to somebody who does not play in it. */
const watch = lookingOn("watch", "boards", "sends you every board of a match of others", ["subscribe"]);

// src/command/challenge/accept-policy.ts
const ACCEPT_POLICIES = ["all", "none"];
/** `accept all` and `accept none`: whether challenges reach the sender. Undefined for other words. */
function readAcceptPolicy({ words }) {
	const [first, ...rest] = words;
	const value = ACCEPT_POLICIES.find((each) => each === first?.toLowerCase());
	if (value === void 0 || rest.length > 0) return void 0;
	const text = `accept ${value}`;
	return ok({
		text,
		board: void 0,
		run: ({ player }) => ({
			changes: [{
				do: "put-setting",
				playerId: player.id,
				name: "accept",
				value
			}],
			letters: [],
			section: {
				understood: text,
				says: [say("setting-accept", { value })]
			}
		})
	});
}

// src/command/challenge/accept.ts
/**
* Takes up a challenge: the board opens under the challenge's number. Or agrees to the draw or the
* undo that is offered on a board.
*/
const accept = {
	name: "accept",
	aliases: [],
	usage: "accept N [draw/undo]",
	summary: "takes up a challenge, or what is offered on a board",
	example: "accept 13",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	values: [...OFFER_KINDS, ...ACCEPT_POLICIES],
	read(words, place) {
		const policy = readAcceptPolicy(words);
		if (policy) return policy;
		const { kind, rest } = takeOfferKind(words);
		const number = onlyNumber(rest, place, "asked");
		if (number === void 0) return err(say("challenge-number-missing", { command: "accept" }));
		const text = [
			"accept",
			number,
			kind
		].filter((word) => word !== void 0).join(" ");
		return ok({
			text,
			board: number,
			run(asking) {
				const onBoard = acceptOffer(text, number, kind, asking);
				if (onBoard) return onBoard;
				if (kind) return refuse(text, say("no-open-offer", { board: number }));
				const { player, heads, reading } = asking;
				const challenge = openChallengeTo(player, number, reading);
				if (!challenge.ok) {
					const says = [challenge.error, ...othersOpen(player, number, reading)];
					return refuseWith({
						understood: text,
						says
					});
				}
				const outside = outsideBand(challenge.value, player, reading);
				if (outside) return refuse(text, outside);
				const challenged = {
					id: player.id,
					userid: player.userid
				};
				const match = acceptChallenge(challenge.value, challenged, heads);
				if (!match.ok) return refuse(text, match.error);
				const begun = beginMatch(match.value);
				const accepted = say("accepted", { userid: player.userid });
				return {
					changes: [{
						do: "put-challenge",
						challenge: {
							...challenge.value,
							challenged,
							state: "accepted"
						}
					}, ...begun.changes],
					letters: boardLetters(begun.match, asking, [accepted, ...begun.events], player),
					section: void 0
				};
			}
		});
	}
};

// src/command/challenge/challenge-from.ts
/** Reads `USERID from N [#PLY]`, the option `-first=me`, and those of the clock. */
function readChallengeFrom(line, place) {
	const [to = "", , ...rest] = line.words;
	const userid = parseUserid(to);
	if (!userid.ok) return userid;
	const [number = "", ply, ...more] = rest.join(" ").split("#");
	const board = number.trim() === "" ? place.number : parseNumber(number.trim());
	const plies = ply === void 0 ? void 0 : parsePlies(ply);
	if (board === void 0 || ply !== void 0 && plies === void 0 || more.length > 0 || line.options.has("size")) return err(say("from-shape"));
	const wishes = readWishes(void 0, line);
	if (!wishes.ok) return wishes;
	const { first, rated } = wishes.value;
	if (rated) return err(say("from-unrated"));
	const pace = settlePace(wishes.value.pace, USUAL_PACE);
	if (!pace.ok) return pace;
	const named = makeWishes({
		first,
		pace: unusualPace(pace.value)
	});
	const text = [
		`challenge ${userid.value} from ${board}`,
		...plies === void 0 ? [] : [`#${plies}`],
		...named === "" ? [] : [named]
	].join(" ");
	const written = {
		userid: userid.value,
		board,
		plies,
		first,
		pace: pace.value,
		text
	};
	return ok({
		text,
		board: void 0,
		run: (asking) => challengeFrom(written, asking)
	});
}
function challengeFrom(written, asking) {
	const { userid, board, text } = written;
	const { reading, player, comment } = asking;
	const opponent = reading.playerByUserid(userid);
	if (!opponent) return refuse(text, say("no-such-player", { userid }));
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const plies = pliesOn(match, written.plies);
	if (!plies.ok) return refuse(text, plies.error);
	const hindrance = challengeHindrance(player, opponent, match.rules, reading);
	if (hindrance) return refuse(text, hindrance);
	const start = positionAfter(match, plies.value);
	if (gameOf(match.rules).outcome(start)) return refuse(text, say("from-over", {
		board,
		userid: opponent.userid
	}));
	const number = reading.nextNumber();
	const { cols, rows } = start.board;
	const challenge = {
		number,
		challenger: {
			id: player.id,
			userid: player.userid
		},
		challenged: {
			id: opponent.id,
			userid: opponent.userid
		},
		rules: match.rules,
		size: {
			cols,
			rows
		},
		first: written.first ?? firstAsBefore(match, start.turn, player, opponent),
		pace: written.pace === "none" ? void 0 : written.pace,
		state: "open"
	};
	const from = {
		start: makePosition(start),
		board,
		ply: plies.value
	};
	const facts = {
		...shownTerms(challenge),
		challenger: player.userid,
		from,
		comment
	};
	return {
		changes: [...challengeChanges(challenge), {
			do: "put-start",
			number,
			start
		}],
		letters: [{
			to: toPlayer(opponent),
			message: {
				kind: "challenge",
				facts
			},
			reply: {
				purpose: "account",
				number
			}
		}],
		section: {
			understood: text,
			says: [say("challenge-sent", {
				userid: opponent.userid,
				number
			})]
		}
	};
}
/** Whoever sat at the old board keeps the colour; between two who did not, chance decides. */
function firstAsBefore(match, turn, player, opponent) {
	const mine = colourOf(match, player.id);
	const theirs = colourOf(match, opponent.id);
	if (mine) return mine === turn ? "me" : "them";
	if (theirs) return theirs === turn ? "them" : "me";
	return "random";
}

// src/command/challenge/challenge.ts
/** Words in the place of a userid that mean everybody. */
const EVERYBODY = /* @__PURE__ */ new Set(["open", "anyone"]);
/** A size where no option names it. */
const SIZE = /^(?:size=)?\d{1,3}(?:x\d{1,3})?$/i;
/** Challenges a player, or everybody. The match starts only when somebody accepts. */
const challenge = {
	name: "challenge",
	aliases: ["chall"],
	usage: "challenge USERID/open [GAME] [-size=8x8] [-first=me/them/random] [-unrated] [-nag=7d] [-forfeit=21d] [-total=90d] [-increment=1d] [-rating=1500-1800]",
	summary: "offers a match to a player, or to everybody (open)",
	example: "challenge bob forms -size=6x6 -first=me",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [...TERM_OPTIONS, "rating"],
	values: [
		...EVERYBODY,
		"from",
		...TERM_VALUES
	],
	gameAt({ words: [, second] }) {
		if (second?.toLowerCase() === "from") return void 0;
		return isUserid(second) ? 2 : 1;
	},
	read(words, place) {
		const [one, second] = words.words;
		const open = EVERYBODY.has(one?.toLowerCase() ?? "");
		const band = readBand(words, open && second?.toLowerCase() !== "from");
		if (!band.ok) return band;
		if (second?.toLowerCase() === "from") return readChallengeFrom(words, place);
		if (!open && isUserid(second)) return readOfTwo(words);
		const [to, game, ...rest] = words.words;
		if (to === void 0) return err(say("challenge-shape"));
		const [more] = rest;
		if (more !== void 0) return err(SIZE.test(more) ? sizeShape : say("challenge-words"));
		const userid = open ? ok("open") : parseUserid(to);
		if (!userid.ok) return userid;
		const terms = readTerms(game, words);
		if (!terms.ok) return terms;
		const only = band.value ? ` -rating=${makeBand(band.value)}` : "";
		const text = `challenge ${userid.value} ${makeTerms(terms.value)}${only}`;
		return ok({
			text,
			board: void 0,
			run: (asking) => open ? challengeAll(text, terms.value, band.value, asking) : challengePlayer(text, userid.value, terms.value, asking)
		});
	}
};
/** A word in the place of a game that is none, nor nearly one. */
const isUserid = (word) => word !== void 0 && !findGame(word) && nearest$1(word, GAMES.map(({ rules }) => rules)) === void 0;
/**
* The classic spelling: `challenge USERID USERID [GAME]`. Whoever is named first moves first, and the
* writer must be one of the two.
*/
function readOfTwo(line) {
	const [one = "", other = "", game, ...rest] = line.words;
	if (rest.length > 0) return err(say("challenge-shape"));
	const [first, second] = [parseUserid(one), parseUserid(other)];
	if (!first.ok) return first;
	if (!second.ok) return second;
	if (line.options.has("first")) return err(say("first-is-named", { userid: first.value }));
	const read = readTerms(game, line);
	if (!read.ok) return read;
	const terms = makeTerms({
		...read.value,
		first: void 0
	});
	const text = `challenge ${first.value} ${second.value} ${terms}`;
	return ok({
		text,
		board: void 0,
		run(asking) {
			const { reading, player } = asking;
			const ids = [first, second].map(({ value }) => reading.playerByUserid(value)?.id);
			const at = ids.indexOf(player.id);
			if (game === void 0 && at < 0 && ids[1] === void 0) return refuse(text, say("no-such-game"));
			if (at < 0) return refuse(text, say("challenge-of-others", { terms }));
			const opponent = at === 0 ? second.value : first.value;
			const proposed = {
				...read.value,
				first: at === 0 ? "me" : "them"
			};
			return challengePlayer(text, opponent, proposed, asking);
		}
	});
}
/** Reads `-rating=1500-1800`, which only a challenge to everybody can have. */
function readBand({ options }, open) {
	const written = options.get("rating");
	if (written === void 0) return ok(void 0);
	if (!open) return err(say("band-of-one"));
	const band = parseBand(written);
	return band ? ok(band) : err(say("band-shape", { most: ratingBandMax }));
}
/** Challenges one player, who gets a letter about it. `text` is the command as understood. */
function challengePlayer(text, userid, terms, { reading, player, comment }) {
	const opponent = reading.playerByUserid(userid);
	if (!opponent) return refuse(text, say("no-such-player", { userid }));
	const hindrance = challengeHindrance(player, opponent, terms.game.rules, reading);
	if (hindrance) return refuse(text, hindrance);
	const challenge = newChallenge(player, opponent, terms, reading);
	const { number } = challenge;
	return {
		changes: challengeChanges(challenge),
		letters: [challengeLetter(toPlayer(opponent), challenge, comment)],
		section: {
			understood: text,
			says: [say("challenge-sent", {
				userid: opponent.userid,
				number
			})]
		}
	};
}
/** Challenges whoever takes it up first. Nobody gets a letter: it stands in `challenges`. */
function challengeAll(text, terms, band, { reading, player }) {
	const hindrance = challengeHindrance(player, void 0, terms.game.rules, reading);
	if (hindrance) return refuse(text, hindrance);
	const challenge = newChallenge(player, void 0, terms, reading, band);
	const { number } = challenge;
	const opened = band ? say("band-opened", {
		number,
		band: makeBand(band)
	}) : say("challenge-opened", { number });
	return {
		changes: [{
			do: "put-challenge",
			challenge
		}],
		letters: [],
		section: {
			understood: text,
			says: [opened]
		}
	};
}

// src/command/challenge/counter.ts
/** Answers a challenge with other terms: it is closed, and one goes the other way in its place. */
const counter = {
	name: "counter",
	aliases: [],
	usage: "counter N [GAME] [-size=8x8] [-first=me/them/random] [-unrated] [-nag=7d] [-forfeit=21d] [-total=90d]",
	summary: "answers a challenge with other terms",
	example: "counter 13 -size=6x6",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: TERM_OPTIONS,
	values: TERM_VALUES,
	gameAt: ({ words: [first] }) => parseNumber(first) === void 0 ? 0 : 1,
	read(words, place) {
		const written = parseNumber(words.words[0]);
		const number = written ?? numberHere(place, "asked");
		if (number === void 0) return err(say("challenge-number-missing", { command: "counter" }));
		const [game, ...rest] = words.words.slice(written === void 0 ? 0 : 1);
		if (rest.length > 0) return err(say("counter-shape", { number }));
		const wishes = readWishes(game, words);
		if (!wishes.ok) return wishes;
		const named = makeWishes(wishes.value);
		if (named === "") return err(say("counter-shape", { number }));
		const text = `counter ${number} ${named}`;
		return ok({
			text,
			board: void 0,
			run(asking) {
				const challenge = openChallengeTo(asking.player, number, asking.reading);
				if (!challenge.ok) return refuse(text, challenge.error);
				const before = turnAround(termsOf$1(challenge.value));
				const terms = settle(wishes.value, before);
				if (!terms.ok) return refuse(text, terms.error);
				if (makeTerms(terms.value) === makeTerms(before)) return refuse(text, say("counter-same", { number }));
				return counterWith(text, challenge.value, terms.value, asking);
			}
		});
	}
};
function counterWith(text, challenge, terms, { player, reading, comment }) {
	const { number, challenger, challenged } = challenge;
	if (!challenged) return refuse(text, say("counter-open", {
		number,
		userid: challenger.userid
	}));
	if (challenge.start) return refuse(text, say("counter-from", { number }));
	const opponent = reading.playerById(challenger.id);
	if (!opponent) return refuse(text, say("no-such-challenge", { number }));
	const hindrance = challengeHindrance(player, opponent, terms.game.rules, reading);
	if (hindrance) return refuse(text, hindrance);
	const instead = newChallenge(player, opponent, terms, reading);
	return {
		changes: [{
			do: "put-challenge",
			challenge: {
				...challenge,
				state: "countered"
			}
		}, ...challengeChanges(instead)],
		letters: [{
			to: toPlayer(opponent),
			message: {
				kind: "counter",
				facts: {
					...shownTerms(instead),
					challenger: player.userid,
					comment,
					before: shownTerms(challenge)
				}
			},
			reply: {
				purpose: "account",
				number: instead.number
			}
		}],
		section: {
			understood: text,
			says: [say("you-countered", {
				number,
				instead: instead.number,
				userid: opponent.userid
			})]
		}
	};
}

// src/command/challenge/decline.ts
/**
* Turns down a challenge, or the draw or undo that is offered on a board; its maker is told, with the
* words that go along.
*/
const decline = {
	name: "decline",
	aliases: ["reject"],
	usage: "decline N",
	summary: "turns down a challenge, or what is offered on a board",
	example: "decline 13",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	values: OFFER_KINDS,
	read(words, place) {
		const { kind, rest } = takeOfferKind(words);
		const number = onlyNumber(rest, place, "asked");
		if (number === void 0) return err(say("challenge-number-missing", { command: "decline" }));
		const text = [
			"decline",
			number,
			kind
		].filter((word) => word !== void 0).join(" ");
		return ok({
			text,
			board: number,
			run(asking) {
				const onBoard = declineOffer(text, number, kind, asking);
				if (onBoard) return onBoard;
				if (kind) return refuse(text, say("no-open-offer", { board: number }));
				const { player, reading, comment } = asking;
				const challenge = openChallengeTo(player, number, reading);
				if (!challenge.ok) return refuse(text, challenge.error);
				if (!challenge.value.challenged) return refuse(text, say("open-needs-no-answer", { number }));
				const challenger = reading.playerById(challenge.value.challenger.id);
				const { userid } = player;
				const isHeard = comment === "" || !reading.blocks(challenge.value.challenger.id, player.id);
				const words = comment !== "" && isHeard ? {
					by: userid,
					text: comment
				} : void 0;
				return {
					changes: [{
						do: "put-challenge",
						challenge: {
							...challenge.value,
							state: "declined"
						}
					}],
					letters: noticesTo(challenger, [say("declined", {
						userid,
						number
					})], words),
					section: {
						understood: text,
						says: [say("you-declined", {
							userid: challenge.value.challenger.userid,
							number
						}), ...isHeard ? [] : [say("takes-no-comments", { userid: challenge.value.challenger.userid })]]
					}
				};
			}
		});
	}
};

// src/command/challenge/invite.ts
/**
* Invites somebody without an account, once and in our own words only. The answer is the same
* whether the address is new here, has an account or was invited before.
*/
const invite = {
	name: "invite",
	aliases: [],
	usage: "invite ADDRESS [GAME] [-size=8x8] [-first=me/them/random]",
	summary: "invites somebody who has no account, once",
	example: "invite carol@home.example forms",
	audience: "player",
	need: "proof",
	takesComment: false,
	options: ["size", "first"],
	values: TERM_VALUES,
	gameAt: () => 1,
	read(words) {
		const [to, named, ...rest] = words.words;
		if (to === void 0 || rest.length > 0) return err(say("invite-shape"));
		const address = parseAddress(to);
		if (!address.ok) return err(say("invite-address"));
		const terms = readTerms(named, words);
		if (!terms.ok) return terms;
		const { game, size, first } = terms.value;
		const text = `invite ${address.value} ${makeTerms(terms.value)}`;
		return ok({
			text,
			board: void 0,
			run({ player, reading }) {
				const key = addressKey(address.value);
				if (reading.addressesOf(player.id).some((each) => addressKey(each.address) === key)) return refuse(text, say("invite-yourself"));
				const count = 5;
				const hours = reading.hoursToAct(player.id, "invite", count);
				if (hours > 0) return refuse(text, say("invite-enough", {
					count,
					hours
				}));
				const share = 2;
				const more = reading.hoursToAct(player.id, "invite", share);
				if (more > 0 && reading.allActsToday("invite") >= 50) return refuse(text, say("invite-full", {
					count: share,
					hours: more
				}));
				const invitation = {
					inviterId: player.id,
					rules: game.rules,
					size,
					first
				};
				return {
					changes: [{
						do: "note-act",
						playerId: player.id,
						act: "invite"
					}, {
						do: "invite",
						player,
						address: address.value,
						invitation
					}],
					letters: [],
					section: {
						understood: text,
						says: [say("invite-sent", { address: address.value })]
					}
				};
			}
		});
	}
};

// src/match/rating.ts
/** Of everybody who has not played yet; 1600 as it always was on play-by-mail servers. */
const FIRST_RATING = {
	rating: 1600,
	deviation: 350,
	volatility: .06,
	matches: 0
};
const OPTIONS = {
	rating: FIRST_RATING.rating,
	tau: .5
};
/** Above it a rating says too little to be compared with others. */
const PROVISIONAL_DEVIATION = 110;
/** Whether a rating rests on too few matches, or on too old ones. */
const isProvisional = ({ deviation }) => deviation > 110;
/** A rating as it is shown: `1662`, or `1662?` while it is provisional. */
const makeRating = (rating) => `${Math.round(rating.rating)}${isProvisional(rating) ? "?" : ""}`;

// src/command/shape/here.ts
/** How long ago somebody was heard of, as roughly as others need to know. */
const activeWithin = (days) => days < 7 ? "week" : days < 31 ? "month" : days < 365 ? "year" : "earlier";

// src/command/challenge/players.ts
/** Lists who plays here, and who could be challenged. */
const players = {
	name: "players",
	aliases: [],
	usage: "players [GAME] [-page=2]",
	summary: "lists who plays here, or who plays a game",
	example: "players",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: ["page"],
	gameAt: () => 0,
	read(words) {
		const [game, ...rest] = words.words;
		if (rest.length > 0) return err(say("players-shape"));
		const rules = game === void 0 ? void 0 : findGame(game)?.rules;
		if (game !== void 0 && rules === void 0) return err(say("no-such-game"));
		const page = readPage(words, "players");
		if (!page.ok) return page;
		const command = rules === void 0 ? "players" : `players ${rules}`;
		const text = makePage(command, page.value);
		return ok({
			text,
			board: void 0,
			run: (asking) => listPlayers({
				text,
				command,
				rules,
				page: page.value
			}, asking)
		});
	}
};
function listPlayers({ text, command, rules, page }, asking) {
	const { reading, player } = asking;
	const today = reading.today("UTC");
	const skip = (page - 1) * 20;
	const found = reading.playersHere({
		rules,
		skip,
		most: 20 + 1
	});
	const game = rules && gameOf(rules).name;
	const other = found.find(({ id }) => id !== player.id)?.userid ?? "open";
	const lists = makeList(game === void 0 ? say("players-here") : say("players-of-game", { game }), [
		"player",
		rules ? "rating" : "since",
		"active",
		"boards",
		"takes"
	], found, (each) => [
		each.id === player.id ? say("you-in-list", { userid: each.userid }) : each.userid,
		rules ? makeRating(reading.ratings.of(each.id, rules)) : dateOf(each.since),
		say("active-in-list", { when: activeWithin(today - each.active) }),
		each.boards,
		takesIn(each, rules, asking)
	], [say("players-hint", {
		userid: other,
		rules: rules ?? "forms"
	}), ...rules === void 0 ? [say("players-hint-game", { rules: "forms" })] : []], {
		number: 1,
		next: makePage(command, page + 1)
	});
	const none = page > 1 || rules === void 0 || game === void 0 ? say("no-such-page") : say("no-players-of", {
		game,
		rules
	});
	return tell({
		understood: text,
		says: lists.length > 0 ? [] : [none],
		lists
	});
}
/** Whether a challenge of the reader's would reach a player; one's own is never refused. */
function takesIn({ id }, rules, { reading, player }) {
	const other = reading.playerById(id);
	const refusal = other && rules !== void 0 ? takesNoChallenge(other, player, rules, reading) : other && takesNone(other, player, reading);
	return say("takes-in-list", { takes: refusal ? "no" : "yes" });
}

// src/command/challenge/rematch.ts
/** Offers the same match once more, with the sides swapped, to whoever it was played against. */
const rematch = {
	name: "rematch",
	aliases: [],
	usage: "rematch N",
	summary: "offers a finished match once more, with the sides swapped",
	example: "rematch 12",
	audience: "player",
	need: "proof",
	takesComment: true,
	options: [],
	read(words, place) {
		const board = onlyNumber(words, place);
		if (board === void 0) return err(say("board-number-missing", { command: "rematch" }));
		const text = `rematch ${board}`;
		return ok({
			text,
			board: void 0,
			run: (asking) => playAgain(text, board, asking)
		});
	}
};
function playAgain(text, board, asking) {
	const { reading, player, comment } = asking;
	const match = reading.match(board);
	if (!match) return refuse(text, say("no-such-board", { board }));
	const colour = colourOf(match, player.id);
	if (!colour) return refuse(text, say("not-your-board", { board }));
	const { id, userid } = match[opposite(colour)];
	if (!match.outcome) return refuse(text, say("rematch-running", {
		board,
		userid
	}));
	const { rules } = match;
	const opponent = reading.playerById(id);
	if (!opponent) return refuse(text, say("rematch-gone", {
		userid,
		rules
	}));
	const theirs = reading.openChallenges(player.id).find((each) => each.challenger.id === id && each.rules === rules);
	if (theirs) return refuse(text, say("rematch-waits", {
		userid,
		number: theirs.number
	}));
	const hindrance = challengeHindrance(player, opponent, rules, reading);
	if (hindrance) return refuse(text, hindrance);
	const challenge = challengeLike(match, player, opponent, asking);
	const { number, start } = challenge;
	const from = start && { from: {
		start: makePosition(start),
		board,
		ply: 0
	} };
	const facts = {
		...shownTerms(challenge),
		...from,
		challenger: player.userid,
		comment
	};
	return {
		changes: [...challengeChanges(challenge), ...start ? [{
			do: "put-start",
			number,
			start
		}] : []],
		letters: [{
			to: toPlayer(opponent),
			message: {
				kind: "challenge",
				facts
			},
			reply: {
				purpose: "account",
				number
			}
		}],
		section: {
			understood: text,
			says: [say("challenge-sent", {
				userid: opponent.userid,
				number
			})]
		}
	};
}
/** The match as a challenge: whoever moved first in it moves second. */
function challengeLike(match, player, opponent, { reading }) {
	const { start, rules, pace, rated = false } = match;
	const { cols, rows } = start.board;
	const size = {
		cols,
		rows
	};
	const game = gameOf(rules);
	const terms = {
		game,
		size,
		first: colourOf(match, player.id) === start.turn ? "them" : "me",
		pace: pace ?? "none",
		rated
	};
	const usual = game.start(size);
	const isUsual = usual.ok && makePosition(usual.value) === makePosition(start);
	return {
		...newChallenge(player, opponent, terms, reading),
		...isUsual ? {} : { start }
	};
}

// src/command/lists/help.ts
/**
* `help`, about the commands it is given and the games of the registry.
*
* @param others words that have no page of their own, and the command whose page tells of them
*/
const helpAbout = (commands, others) => ({
	name: "help",
	aliases: ["rules"],
	usage: "help [TOPIC]",
	summary: "sends this page, or the page of a command or a game",
	example: "help forms",
	audience: "anyone",
	need: "nothing",
	takesComment: false,
	options: [],
	values: [
		"help",
		...TEXTS,
		...LISTS,
		...commands.map(({ name }) => name)
	],
	gameAt: ({ words }) => words.length === 0 ? 0 : void 0,
	read({ words }) {
		const topic = words.join(" ").toLowerCase();
		const page = pageAbout(topic, commands) ?? pageAbout(others.get(topic) ?? topic, commands);
		if (!page) {
			const known = nearest$1(topic, [...TEXTS, ...commands.map(({ name }) => name)]);
			return err(known ? say("no-help-near", { near: `help ${known}` }) : say("no-help"));
		}
		const text = page.topic === "" ? "help" : `help ${page.topic}`;
		return ok({
			text,
			board: void 0,
			run: () => tell({
				understood: text,
				says: [],
				page
			})
		});
	}
});
/** Pages that are about no command and no game. */
const TEXTS = ["tutorial", "classic"];
/** Pages that name commands. */
const LISTS = ["commands", "admin"];
function pageAbout(topic, commands) {
	if (topic === "" || topic === "help") return {
		kind: "help",
		topic: ""
	};
	const text = TEXTS.find((each) => each === topic);
	if (text) return {
		kind: "text",
		topic: text
	};
	const list = LISTS.find((each) => each === topic);
	if (list) return {
		kind: "help",
		topic: list
	};
	const command = commands.find(({ name, aliases }) => name === topic || aliases.includes(topic));
	if (command) return {
		kind: "command",
		topic: command.name
	};
	const game = findGame(topic);
	return game && {
		kind: "game",
		topic: game.rules
	};
}
/** The same as `help admin`, in the order in which all else of an admin's is written. */
const adminHelp = {
	name: "admin help",
	aliases: [],
	usage: "admin help",
	summary: "lists the commands of an admin",
	example: "admin help",
	audience: "admin",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		if (words.length > 0) return err(say("no-words-wanted", { command: "admin help" }));
		const text = "admin help";
		const page = {
			kind: "help",
			topic: "admin"
		};
		return ok({
			text,
			board: void 0,
			run: () => tell({
				understood: text,
				says: [],
				page
			})
		});
	}
};

// src/command/lists/rating.ts
/** Tells a player's ratings, and the matches that they rest on. */
const rating = {
	name: "rating",
	aliases: ["ratings"],
	usage: "rating [USERID]",
	summary: "tells your ratings, or those of another player",
	example: "rating bob",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: [],
	read({ words }) {
		const [name, ...rest] = words;
		const userid = name === void 0 ? void 0 : parseUserid(name);
		if (rest.length > 0 || userid?.ok === false) return err(say("rating-shape"));
		const named = userid?.value;
		const text = named === void 0 ? "rating" : `rating ${named}`;
		return ok({
			text,
			board: void 0,
			run({ reading, player }) {
				const whose = named === void 0 ? player : reading.knownPlayer(named);
				if (!whose) return refuse(text, say("no-such-player", { userid: named ?? "" }));
				const { id, userid } = whose;
				const lists = ratingList(userid, reading.ratings.records(id));
				const says = lists.length > 0 ? [] : [say("no-ratings", { userid })];
				return tell({
					understood: text,
					says,
					lists
				});
			}
		});
	}
};
const ratingList = (userid, records) => makeList(say("ratings-of", { userid }), [
	"game",
	"rating",
	"deviation-in-short",
	"played",
	"wins",
	"losses",
	"draws",
	"change",
	"date"
], records, ({ rules, rating, played, won, lost, drawn, last }) => [
	rules,
	makeRating(rating),
	Math.round(rating.deviation),
	played,
	won,
	lost,
	drawn,
	signed(Math.round(last.after.rating) - Math.round(last.before.rating)),
	dateOf(last.at)
], [say("rating-hint", { rules: records[0]?.rules ?? "" })]);
const signed = (points) => points > 0 ? `+${points}` : String(points);

// src/command/lists/standings.ts
/** Lists the players of a game by rating; those whose rating is not certain yet stand apart. */
const standings = {
	name: "standings",
	aliases: [],
	usage: "standings GAME [-page=2]",
	summary: "lists the players of a game by rating",
	example: "standings forms",
	audience: "player",
	need: "nothing",
	takesComment: false,
	options: ["page"],
	gameAt: () => 0,
	read(words) {
		const [name, ...rest] = words.words;
		if (name === void 0 || rest.length > 0) return err(say("standings-shape"));
		const found = findGame(name);
		if (!found) return err(say("no-such-game"));
		const page = readPage(words, "standings forms");
		if (!page.ok) return page;
		const { rules, name: game } = found;
		const command = `standings ${rules}`;
		const text = makePage(command, page.value);
		return ok({
			text,
			board: void 0,
			run({ reading, player }) {
				const all = reading.ratings.standings(rules);
				const part = {
					number: page.value,
					next: makePage(command, page.value + 1)
				};
				const lists = standingLists(all, game, player.userid, part);
				const none = all.length > 0 ? say("no-such-page") : say("no-standings", {
					game,
					rules
				});
				return tell({
					understood: text,
					says: lists.length > 0 ? [] : [none],
					lists
				});
			}
		});
	}
};
/** The established players with their places, and below them the others, who have none yet. */
function standingLists(all, game, reader, page) {
	const established = all.filter(({ rating }) => !isProvisional(rating));
	const provisional = all.filter(({ rating }) => isProvisional(rating));
	const places = new Map(established.map((each, index) => [each, index + 1]));
	const cells = (each) => {
		const { userid, rating } = each;
		return [
			userid === reader ? say("you-in-list", { userid }) : userid,
			makeRating(rating),
			Math.round(rating.deviation),
			rating.matches
		];
	};
	const columns = [
		"player",
		"rating",
		"deviation",
		"matches"
	];
	const userid = [...established, ...provisional][0]?.userid ?? "";
	const hint = say("standings-hint", {
		deviation: 110,
		userid
	});
	const below = (last) => last ? [hint] : [];
	const upper = makeList(say("standings-of", { game }), ["place", ...columns], established, (each) => [places.get(each) ?? 0, ...cells(each)], below(provisional.length === 0), page);
	const lower = makeList(established.length > 0 ? say("standings-provisional") : say("standings-all-provisional", { game }), columns, provisional, cells, below(true), page);
	return [...upper, ...lower];
}

// src/command/text/classic-lines.ts
const CLASSIC_LINES = [
	{
		line: "help WORDS",
		here: "help WORDS"
	},
	{
		line: "GAME help",
		here: "help GAME"
	},
	{
		line: "multiple",
		here: "multiple"
	},
	{
		line: "signup NAME SECRET ADDRESS",
		here: "signup NAME"
	},
	{
		line: "userid NAME SECRET ADDRESS",
		here: "signup NAME"
	},
	{
		line: "userid NAME",
		here: "signup NAME"
	},
	{
		line: "add USERID PASSWORD ADDRESS",
		here: "address add ADDRESS"
	},
	{
		line: "change address USERID PASSWORD ADDRESS",
		here: "address add ADDRESS"
	},
	{
		line: "change password USERID PASSWORD SECRET",
		here: "password SECRET"
	},
	{
		line: "signoff USERID PASSWORD",
		here: "signoff"
	},
	{
		line: "delete USERID PASSWORD",
		here: "signoff"
	},
	{
		line: "vacation USERID PASSWORD WORDS",
		here: "vacation WORDS"
	},
	{
		line: "list",
		here: "games"
	},
	{
		line: "list games",
		here: "games"
	},
	{
		line: "list boards",
		here: "games"
	},
	{
		line: "list challenges",
		here: "challenges"
	},
	{
		line: "who",
		here: "players"
	},
	{
		line: "who is here",
		here: "players"
	},
	{
		line: "list GAME",
		here: "games GAME"
	},
	{
		line: "all show",
		here: "games"
	},
	{
		line: "all show NAME",
		here: "games NAME"
	},
	{
		line: "all show NAME STATE",
		here: "games NAME STATE"
	},
	{
		line: "all games",
		here: "games"
	},
	{
		line: "all games NAME",
		here: "games NAME"
	},
	{
		line: "all games NAME STATE",
		here: "games NAME STATE"
	},
	{
		line: "GAME games NAME STATE",
		here: "games NAME GAME STATE"
	},
	{
		line: "GAME history",
		here: "history GAME"
	},
	{
		line: "GAME standings",
		here: "standings GAME"
	},
	{
		line: "GAME ratings",
		here: "standings GAME"
	},
	{
		line: "message USERID PASSWORD NAME",
		here: "message NAME"
	},
	{
		line: "broadcast USERID PASSWORD",
		instead: "message bob"
	},
	{
		line: "GAME chat N USERID PASSWORD",
		here: "say N"
	},
	{
		line: "GAME challenge NAME OTHER",
		here: "challenge NAME OTHER GAME"
	},
	{
		line: "GAME seek",
		instead: "challenge open GAME"
	},
	{
		line: "GAME seek USERID PASSWORD",
		instead: "challenge open GAME"
	},
	{
		line: "GAME accept USERID PASSWORD all",
		here: "limit GAME off"
	},
	{
		line: "GAME accept USERID PASSWORD none",
		here: "limit GAME 0"
	},
	{
		line: "accept USERID PASSWORD WORDS",
		here: "accept WORDS"
	},
	{
		line: "reject USERID PASSWORD all",
		here: "accept none"
	},
	{
		line: "GAME limit USERID PASSWORD COUNT",
		here: "limit GAME COUNT"
	},
	{
		line: "GAME show N",
		here: "show N"
	},
	{
		line: "GAME show NAME STATE",
		here: "games NAME GAME STATE"
	},
	{
		line: "GAME showas USERID PASSWORD WORDS",
		here: "show WORDS"
	},
	{
		line: "GAME preview N WORDS",
		here: "preview N WORDS"
	},
	{
		line: "GAME preview new COUNT WORDS",
		here: "preview new GAME WORDS"
	},
	{
		line: "preview new COUNT WORDS",
		here: "preview new WORDS"
	},
	{
		line: "GAME replay N PLY WORDS",
		here: "preview N #PLY WORDS"
	},
	{
		line: "GAME subscribe N USERID PASSWORD",
		here: "watch N"
	},
	{
		line: "GAME subscribe all USERID PASSWORD",
		instead: "watch N"
	},
	{
		line: "GAME subscribe USERID PASSWORD",
		here: "watch"
	},
	{
		line: "GAME unsubscribe N USERID PASSWORD",
		here: "unwatch N"
	},
	{
		line: "GAME unsubscribe all USERID PASSWORD",
		instead: "unwatch N"
	},
	{
		line: "GAME notify N USERID PASSWORD",
		here: "notify N"
	},
	{
		line: "GAME notify USERID PASSWORD",
		here: "notify"
	},
	{
		line: "GAME move N USERID PASSWORD MOVE",
		here: "move N MOVE"
	},
	{
		line: "GAME board N USERID PASSWORD MOVE",
		here: "move N MOVE"
	},
	{
		line: "GAME move N USERID PASSWORD resign",
		here: "resign N"
	},
	{
		line: "GAME move N USERID PASSWORD undo",
		here: "undo N"
	},
	{
		line: "GAME move N USERID PASSWORD propose",
		here: "draw N"
	},
	{
		line: "GAME move N USERID PASSWORD accept",
		here: "accept N"
	},
	{
		line: "GAME move N USERID PASSWORD reject",
		here: "decline N"
	},
	{
		line: "GAME move N USERID PASSWORD pass",
		instead: "move N e4e2",
		says: "no-pass"
	},
	{
		line: "GAME move N USERID PASSWORD swap",
		instead: "move N e4e2",
		says: "no-swap"
	},
	{
		line: "GAME queue N USERID PASSWORD MOVE",
		here: "queue N MOVE"
	},
	{
		line: "GAME moveq N USERID PASSWORD MOVE",
		here: "queue N MOVE"
	},
	{
		line: "GAME submit N USERID PASSWORD MOVE",
		here: "submit N MOVE"
	},
	{
		line: "GAME confirm N USERID PASSWORD",
		here: "confirm N"
	},
	{
		line: "GAME resign N USERID PASSWORD",
		here: "resign N"
	},
	{
		line: "GAME undo N USERID PASSWORD",
		here: "undo N"
	},
	{
		line: "GAME propose N USERID PASSWORD",
		here: "draw N"
	},
	{
		line: "GAME accept N USERID PASSWORD",
		here: "accept N"
	},
	{
		line: "GAME reject N USERID PASSWORD",
		here: "decline N"
	}
];

// src/command/text/registry.ts
const DESCRIBED = [
	move,
	submit,
	confirm,
	queue,
	show,
	record,
	preview,
	games,
	sayAtBoard,
	history,
	standings,
	rating,
	watch,
	notify,
	unwatch,
	resign,
	draw,
	undo,
	solve,
	challenge,
	rematch,
	challenges,
	accept,
	decline,
	invite,
	limit,
	players,
	message$1,
	block,
	unblock,
	counter,
	withdraw,
	signup,
	password,
	tokensNew,
	whoami,
	whoamiAll,
	address,
	set,
	language,
	testDisplay,
	vacation,
	signoff,
	feedback,
	adminHelp,
	adminStart,
	adminResign,
	adminEnd,
	adminUndo,
	adminSuspend,
	adminRestore,
	adminAddress,
	adminBroadcast,
	adminStatus,
	adminLetters,
	adminRetry,
	adminLog
];
/** What only the yes to a letter of ours carries out: on no help page, and typed by nobody. */
const CONFIRMED = [addressJoin, signoffNow];
/** A line's first words that are no place for others. */
const LITERALS = /(?<![A-Za-z])[a-z]+(?: [a-z]+)*/;
/** What else somebody may want help on: settings, and words of the classic server. */
const OTHERS = new Map([...CLASSIC_LINES.map((row) => [LITERALS.exec(row.line)?.[0] ?? "", ("here" in row ? row.here : row.instead).split(" ")[0] ?? ""]), ...SETTINGS.map(({ name }) => [name, "set"])]);
/** Every command, in the order of the help page. */
const COMMANDS = [...DESCRIBED, helpAbout(DESCRIBED, OTHERS)];
const BY_NAME = new Map([...COMMANDS, ...CONFIRMED].flatMap((command) => [command.name, ...command.aliases].map((name) => [name, command])));
/** The command that these words begin with, and the words that are left. */
function findCommand(words) {
	for (const length of [2, 1]) {
		const command = BY_NAME.get(words.slice(0, length).join(" ").toLowerCase());
		if (command && words.length >= length) return {
			command,
			rest: words.slice(length)
		};
	}
}

// src/mail/mailto.ts
/** The address of this server as it is in everybody's letters, without the token of one of them. */
const withoutTag = (address) => {
	const { base } = splitTag(address);
	return base;
};
/**
* A link that opens a filled-in letter (RFC 6068, section 2). Lines of the body end with CRLF there.
*/
function makeMailto(to, subject, body) {
	const query = [["subject", subject], ...body === void 0 ? [] : [["body", body.replace(/\r?\n/g, "\r\n")]]].map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
	return `mailto:${encodeURIComponent(to).replace("%40", "@")}?${query.join("&")}`;
}

// src/render/links.ts
/** The same to an address that shows nothing about who writes. */
const withoutProof = (to) => ({
	...to,
	address: withoutTag(to.address)
});
/** A link whose answer consists of one command. */
const commandLink = (to, command) => linkTo(to, command, `${command}\n`);
/** A link to a new letter whose subject is the command: it needs no letter of ours to answer. */
const subjectLink = ({ address }, command) => ({
	label: command,
	href: makeMailto(address, command)
});
const linkTo = ({ address, subject }, label, body) => ({
	label,
	href: makeMailto(address, `Re: ${subject}`, body)
});
/**
* Every legal move as a link, grouped by stone. Where there are more than a letter can hold, one
* link a stone, which fills in the cell it stands on; where even these are too many, one link to an
* answer without the move.
*/
function moveLinks({ board, moves }) {
	const count = moves.reduce((sum, group) => sum + group.moves.length, 0);
	if (count <= 100 && moves.every(({ from, moves: [move] }) => move === from)) return {
		intro: say("links-intro"),
		groups: (to) => ungrouped(moves.map(({ from }) => commandLink(to, from)))
	};
	if (count <= 60) return {
		intro: say("links-intro"),
		groups: (to) => moves.map(({ from, moves: texts }) => ({
			title: from,
			links: texts.map((text) => commandLink(to, text))
		}))
	};
	if (moves.length <= 100) return {
		intro: say("links-intro-stones"),
		groups: (to) => ungrouped(moves.map(({ from }) => linkTo(to, from, from)))
	};
	return {
		intro: say("links-intro-empty"),
		groups: (to) => ungrouped([linkTo(to, `move ${board}`, `move ${board} `)])
	};
}
const ungrouped = (links) => links.length > 0 ? [{
	title: "",
	links
}] : [];

// src/render/content.ts
/** Commands as links, each of which opens a filled-in answer. */
const commandGroup = (...commands) => (to) => [{
	title: "",
	links: commands.map((command) => commandLink(to, command))
}];

// src/render/ascii.ts
/** What a ply is to be marked by; undefined when nothing has moved. */
const marksOf = (effects) => ({
	reached: new Set(effects?.reached),
	vacated: new Set(effects?.vacated)
});
/** Columns left of the first file: the rank and the blanks around it. */
const MARGIN$1 = 5;
/**
* A board in a fixed width, as the classic servers drew it: a sign and a blank for each spot, files
* above and below, ranks left and right, unless there are to be no coordinates. Hexes lean: each line
* stands half a spot to the right of the one above.
*/
function drawBoard({ grid, files, lines }, marks, coordinates = true) {
	const lean = grid === "hexes" ? 1 : 0;
	const drawn = lines.map((line) => drawLine(line, line.shift + lean, marks, coordinates));
	if (!coordinates || files.length === 0) return drawn;
	const head = (shift) => " ".repeat(MARGIN$1 + shift) + files.join(" ");
	return [
		head(0),
		...drawn,
		head(lean && (lines.at(-1)?.shift ?? 0) + 2)
	];
}
function drawLine({ label: written, spots }, shift, { reached, vacated }, coordinates) {
	const label = coordinates ? written : "";
	const signs = spots.map((spot) => {
		if (!spot) return " ";
		const { name, thing, tone } = spot;
		return thing?.sign ?? (vacated.has(name) ? "+" : tone === "dot" ? "," : ".");
	});
	let line = `${" ".repeat(shift) + label.padStart(3)}  ${signs.join(" ")}  ${label}`;
	for (const name of reached) {
		const file = spots.findIndex((spot) => spot?.thing && spot.name === name);
		if (file < 0) continue;
		const at = MARGIN$1 + shift + 2 * file;
		line = `${line.slice(0, at - 1)}[${signs[file]}]${line.slice(at + 2)}`;
	}
	return line.trimEnd();
}

// src/render/sample-board.ts
/** A board with every sign on it that a diagram can have: the first legal move of a game. */
function sampleBoard(rules, size) {
	const game = gameOf(rules);
	const start = game.start(size ?? game.defaultSize);
	if (!start.ok) throw new Error(`${rules} has no first position (${start.error.code})`);
	const [move] = game.legalMoves(start.value);
	if (!move) throw new Error(`${rules} has no first move`);
	const { position, effects } = game.play(start.value, move);
	return drawBoard(game.view(position), marksOf(effects()));
}

// src/render/account-letter.ts
/** The board that shows to strangers what is played here. */
const SMALL = {
	cols: 4,
	rows: 4
};
/** Where a question comes from, in words; nothing of one that an older version has asked. */
function askedWords(asked, words) {
	if (!asked) return {};
	const { at, proof, last } = asked;
	return {
		came: words(say(`question-${proof}`, { at })),
		unproven: proof === "none",
		...last && { last: words(say("question-last")) }
	};
}
/** What such a letter consists of. */
function accountContent(message, words) {
	switch (message.kind) {
		case "invitation": {
			const { facts } = message;
			const { name: game, author, year } = gameOf(facts.rules);
			const first = words(say(`first-${facts.first}`, { userid: facts.inviter }));
			return {
				subject: say("subject-invitation", {
					userid: facts.inviter,
					game
				}),
				data: {
					...facts,
					game,
					author,
					year,
					first
				},
				groups: commandGroup(`signup ${facts.userid ?? "NAME"}`, `help ${facts.rules}`, "no")
			};
		}
		case "introduction": {
			const { userid = "NAME" } = message.facts;
			return {
				subject: say("subject-introduction"),
				data: { board: sampleBoard("forms", SMALL) },
				groups: (to) => [{
					title: "",
					links: [`signup ${userid}`, "help"].map((line) => subjectLink(to, line))
				}]
			};
		}
		case "address":
		case "signoff": return {
			subject: say("subject-confirm"),
			data: {
				...message.facts,
				...askedWords(message.facts.asked, words)
			},
			groups: commandGroup("yes")
		};
		case "message": return {
			subject: say("subject-message", { userid: message.facts.from }),
			data: message.facts,
			groups: commandGroup(`message ${message.facts.from}`, `block ${message.facts.from}`)
		};
		case "feedback": return {
			subject: say("subject-feedback", { userid: message.facts.from }),
			data: message.facts,
			groups: commandGroup(`message ${message.facts.from}`)
		};
		case "export": return {
			subject: say("subject-export"),
			data: { json: JSON.stringify(message.facts.everything, void 0, 1) },
			plain: true
		};
	}
}

// src/render/ground.ts
/** Where the spots of a board are in a picture, and what lies below the things. */
/** The colours of wood and stones, the same as in the tables of an HTML part. */
const FIELD = "#f6e8cb";
const LINE = "#c9a76a";
const INK = "#16130f";
const WHITE = "#ffffff";
const DARK = "#e3cb9b";
/**
* @param cell the width of a spot
* @param edge how far the board is from the left and the upper rim of the picture
*/
const groundOf = (view, cell, edge) => view.grid === "hexes" ? hexes(view, cell, edge) : squares(view, cell, edge);
/** How many spots stand beside each other at most, half ones counted. */
const widthOf = ({ lines }) => Math.max(...lines.map(({ spots, shift }) => spots.length + shift / 2));
function squares(view, cell, edge) {
	const { lines, grid } = view;
	const [cols, rows] = [widthOf(view), lines.length];
	const [width, height] = [cell * cols, cell * rows];
	const spot = (line, file) => ({
		x: edge + cell * (file + (lines[line]?.shift ?? 0) / 2 + .5),
		y: edge + cell * (line + .5)
	});
	const tones = lines.flatMap(({ spots }, line) => spots.flatMap((each, file) => each?.tone ? [tone(each.tone, spot(line, file), cell)] : []));
	const inset = grid === "points" ? cell / 2 : 0;
	const [across, down] = [width - 2 * inset, height - 2 * inset];
	const from = edge + inset;
	const count = (many) => grid === "points" ? many : many + 1;
	const path = [...Array.from({ length: count(cols) }, (_, at) => `M${from + at * cell} ${from}v${down}`), ...Array.from({ length: count(rows) }, (_, at) => `M${from} ${from + at * cell}h${across}`)].join("");
	const field = `<rect x="${edge}" y="${edge}" width="${width}" height="${height}" fill="${FIELD}"/>`;
	const grille = `<path d="${path}" stroke="${LINE}"/>`;
	return {
		width,
		height,
		spot,
		shapes: grid === "points" ? [
			field,
			grille,
			...tones
		] : [
			field,
			...tones,
			grille
		]
	};
}
function tone(each, { x, y }, cell) {
	return each === "dot" ? `<circle cx="${x}" cy="${y}" r="${round(cell / 10)}" fill="${LINE}"/>` : `<rect x="${x - cell / 2}" y="${y - cell / 2}" width="${cell}" height="${cell}" fill="${DARK}"/>`;
}
/** How far the lines of a board of hexes are apart, and how high a hex is, as parts of its width. */
const HEX_PITCH = Math.sqrt(3) / 2;
const HEX_HEIGHT = 2 / Math.sqrt(3);
function hexes(view, cell, edge) {
	const { lines } = view;
	const width = cell * widthOf(view);
	const height = cell * (HEX_PITCH * (lines.length - 1) + HEX_HEIGHT);
	const spot = (line, file) => ({
		x: round(edge + cell * (file + (lines[line]?.shift ?? 0) / 2 + .5)),
		y: round(edge + cell * (HEX_PITCH * line + HEX_HEIGHT / 2))
	});
	return {
		width,
		height,
		spot,
		shapes: [`<path d="${lines.flatMap(({ spots }, line) => spots.flatMap((each, file) => each ? [outline(cornersOf(spot(line, file), cell))] : [])).join("")}" fill="${FIELD}" stroke="${LINE}"/>`, ...edgesOf(view, cell, spot)]
	};
}
/** The corners of a hex, from the upper one clockwise. */
const cornersOf = ({ x, y }, cell) => [
	0,
	1,
	2,
	3,
	4,
	5
].map((corner) => {
	const angle = (corner / 3 - .5) * Math.PI;
	const radius = cell * HEX_HEIGHT / 2;
	return {
		x: round(x + radius * Math.cos(angle)),
		y: round(y + radius * Math.sin(angle))
	};
});
const outline = (points, close = "z") => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}${close}`;
/** Which corners of its outer hexes an edge runs along. */
const ALONG = {
	top: [
		5,
		0,
		1
	],
	bottom: [
		4,
		3,
		2
	],
	left: [
		0,
		5,
		4
	],
	right: [
		1,
		2,
		3
	]
};
/** The edges that belong to a side, in its colour. */
function edgesOf({ edges = {}, lines }, cell, spot) {
	const last = lines.length - 1;
	const files = (line) => Array.from(lines[line]?.spots ?? [], (_, file) => file);
	const outer = {
		top: files(0).map((file) => spot(0, file)),
		bottom: files(last).map((file) => spot(last, file)),
		left: lines.map((_, line) => spot(line, 0)),
		right: lines.map(({ spots }, line) => spot(line, spots.length - 1))
	};
	return [
		"top",
		"bottom",
		"left",
		"right"
	].flatMap((edge) => {
		const owner = edges[edge];
		if (!owner) return [];
		const points = outer[edge].flatMap((middle) => {
			const corners = cornersOf(middle, cell);
			return ALONG[edge].flatMap((corner) => corners[corner] ?? []);
		});
		const line = (wide, colour) => `<path d="${outline(points, "")}" fill="none" stroke="${colour}" stroke-width="${round(wide)}"/>`;
		const black = line(cell / 6, INK);
		return owner === "black" ? [black] : [black, line(cell / 9, WHITE)];
	});
}
const round = (number) => Math.round(number * 100) / 100;

// src/render/strokes.ts
/**
* The letters and digits around a board, as strokes of a pen: a picture needs no font then, and looks
* the same on every machine. Each stands on a line at y = 6, four units wide; letters without an
* ascender begin at y = 2, descenders end at y = 8. In the syntax of SVG 1.1, section 8.3.
*/
const BOWL = "M4 4A2 2 0 1 1 0 4A2 2 0 1 1 4 4";
const STROKES = {
	a: `${BOWL}M4 2V6`,
	b: `${BOWL}M0 0V6`,
	c: "M3.7 3A2 2 0 1 0 3.7 5",
	d: `${BOWL}M4 0V6`,
	e: "M0 4H4A2 2 0 1 0 3.5 5.4",
	f: "M3.5 .3Q1.5 -.3 1.5 2V6M0 2H3",
	g: `${BOWL}M4 2V6.2A2 1.8 0 0 1 .3 7.2`,
	h: "M0 0V6M0 4A2 2 0 0 1 4 4V6",
	i: "M2 2V6M2 .3V.4",
	j: "M2.5 2V7Q2.5 8.3 .8 8M2.5 .3V.4",
	k: "M0 0V6M3.5 2L0 4.6M1.4 3.6L3.8 6",
	l: "M2 0V6",
	m: "M0 2V6M0 3.4A1 1.4 0 0 1 2 3.4V6M2 3.4A1 1.4 0 0 1 4 3.4V6",
	n: "M0 2V6M0 4A2 2 0 0 1 4 4V6",
	o: BOWL,
	p: `${BOWL}M0 2V8`,
	q: `${BOWL}M4 2V8`,
	r: "M.5 2V6M.5 4Q.8 2 3.5 2.2",
	s: "M3.6 2.7Q3 2 2 2Q.4 2 .4 3Q.4 3.9 2 4Q3.7 4.1 3.7 5Q3.7 6 2 6Q.8 6 .2 5.2",
	t: "M1.5 .5V4.8Q1.5 6 3.5 5.8M0 2H3.3",
	u: "M0 2V4A2 2 0 0 0 4 4V2M4 4V6",
	v: "M0 2L2 6L4 2",
	w: "M0 2L1 6L2 3L3 6L4 2",
	x: "M0 2L4 6M4 2L0 6",
	y: "M0 2L2.1 6M4 2L1.3 8",
	z: "M0 2H4L0 6H4",
	0: "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0",
	1: "M.8 1.2L2.3 0V6",
	2: "M.2 1.5Q.4 0 2 0Q4 0 4 1.7Q4 3 0 6H4",
	3: "M.3 .8Q1 0 2 0Q3.8 0 3.8 1.5Q3.8 2.9 1.5 2.9Q4 2.9 4 4.4Q4 6 2 6Q.8 6 .1 5.1",
	4: "M3 6V0L0 4.2H4",
	5: "M3.7 0H.6L.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4Q4 6 2 6Q.8 6 .1 5.2",
	6: "M3.5 .6Q2.9 0 2 0Q0 0 0 3.5Q0 6 2 6Q4 6 4 4.2Q4 2.4 2 2.4Q.3 2.4 0 4",
	7: "M0 0H4L1.5 6",
	8: "M2 2.9Q.3 2.9 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.9 2 2.9Q0 2.9 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.9 2 2.9",
	9: "M.5 5.4Q1.1 6 2 6Q4 6 4 2.5Q4 0 2 0Q0 0 0 1.8Q0 3.6 2 3.6Q3.7 3.6 4 2"
};
/** Width and height of a sign, and how far two of them are apart. */
const SIGN = {
	width: 4,
	height: 6,
	pitch: 5.6
};
/**
* The strokes of each sign of a word.
*
* @throws RangeError when the word has another sign than `a` to `z` and `0` to `9`
*/
const strokesOf = (word) => [...word].map((sign) => {
	const strokes = STROKES[sign];
	if (strokes === void 0) throw new RangeError(`no strokes for ${sign}`);
	return strokes;
});

// src/render/svg.ts
const FRAME = "#dcc08e";
const MARKED = "#ffc94d";
const MARK = "#8f2d12";
/** A board of eight fills a telephone, one of 26 the width of a letter. */
const CELL_PX_MAX$1 = 44;
const CELL_PX_MIN$1 = 20;
const FIELD_PX = 560;
/** Room for coordinates, or the rim of a board without them. */
const EDGE_PX$1 = 28;
const RIM_PX = 6;
/** Height of a letter or digit. */
const SIGN_PX = 10;
/** Draws a board as SVG 1.1 without text, scripts or anything from elsewhere. */
function drawSvg(view, marks, coordinates = true) {
	const cell = Math.min(Math.max(Math.floor(FIELD_PX / widthOf(view)), CELL_PX_MIN$1), CELL_PX_MAX$1);
	const edge = coordinates ? EDGE_PX$1 : RIM_PX;
	const ground = groundOf(view, cell, edge);
	const width = Math.ceil(ground.width + 2 * edge);
	const height = Math.ceil(ground.height + 2 * edge);
	const shapes = view.lines.flatMap(({ spots }, line) => spots.flatMap((spot, file) => {
		if (!spot) return [];
		const at = ground.spot(line, file);
		const { name, thing } = spot;
		return [...drawMark(name, marks, at, cell), ...thing ? drawThing(thing, at, cell) : []];
	}));
	return {
		svg: [
			`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
			`<rect width="${width}" height="${height}" fill="${FRAME}"/>`,
			...ground.shapes,
			...shapes,
			...coordinates ? [drawCoordinates(view, ground, {
				width,
				height
			}, cell, edge)] : [],
			"</svg>"
		].join(""),
		width,
		height
	};
}
/**
* A white stone is a disc on a black one: to fill twice takes half the time of a stroke. Anything else
* is a stone with its letter, or the letter alone where it is nobody's.
*/
function drawThing({ owner, kind, sign }, { x, y }, cell) {
	const disc = (radius, colour) => `<circle cx="${x}" cy="${y}" r="${round(radius)}" fill="${colour}"/>`;
	const black = disc(cell * .4, INK);
	const stone = owner === "white" ? black + disc(cell * .355, WHITE) : owner ? black : "";
	if (kind === "stone") return [stone];
	const letter = drawWord(sign.toLowerCase(), {
		x,
		y
	}, cell / 3).join("");
	return [stone, `<g fill="none" stroke="${owner === "black" ? WHITE : owner ? INK : MARK}" stroke-linecap="round">${letter}</g>`];
}
/** A spot that the last ply has reached is framed; those that it has emptied show a plus. */
function drawMark(name, { reached, vacated }, { x, y }, cell) {
	if (reached.has(name)) {
		const line = cell / 15;
		const inset = (cell - line) / 2;
		return [`<rect x="${x - inset}" y="${y - inset}" width="${2 * inset}" height="${2 * inset}" fill="${MARKED}" stroke="${MARK}" stroke-width="${line}"/>`];
	}
	if (!vacated.has(name)) return [];
	const arm = cell / 6;
	return [`<path d="M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}" stroke="${MARK}" stroke-width="2"/>`];
}
/** Files above and below, ranks left and right; on hexes both follow the slant. */
function drawCoordinates({ grid, files, lines }, ground, { width, height }, cell, edge) {
	const slant = grid === "hexes" ? cell / 4 : 0;
	const last = lines.length - 1;
	const above = files.map((word, file) => drawWord(word, {
		x: ground.spot(0, file).x - slant,
		y: edge / 2
	}, SIGN_PX).concat(drawWord(word, {
		x: ground.spot(last, file).x + slant,
		y: height - edge / 2
	}, SIGN_PX)));
	const beside = lines.map(({ label, spots }, line) => {
		const left = ground.spot(line, 0);
		const right = ground.spot(line, spots.length - 1);
		const far = (cell + edge) / 2;
		const [first, other] = grid === "hexes" ? [left.x - far, right.x + far] : [edge / 2, width - edge / 2];
		return [first, other].flatMap((x) => drawWord(label, {
			x,
			y: left.y
		}, SIGN_PX));
	});
	const words = [...above, ...beside].flat().join("");
	return `<g fill="none" stroke="${INK}" stroke-width=".8" stroke-linecap="round">${words}</g>`;
}
/** A word with its middle at a point, its letters of a height. */
function drawWord(word, { x, y }, high) {
	const scale = high / SIGN.height;
	const signs = strokesOf(word);
	const left = x - ((signs.length - 1) * SIGN.pitch + SIGN.width) / 2 * scale;
	const top = y - SIGN.height / 2 * scale;
	return signs.map((strokes, at) => {
		const offset = left + at * SIGN.pitch * scale;
		return `<path transform="translate(${round(offset)} ${round(top)}) scale(${round(scale)})" d="${strokes}"/>`;
	});
}

// src/render/album.ts
/**
* @param id what the Content-IDs are made from, unique in the world; undefined makes an album that
*   stays empty
*/
function makeAlbum(id) {
	const pictures = [];
	return {
		pictures,
		place({ view, marks, coordinates }, alt) {
			if (id === void 0) return void 0;
			const { svg, width, height } = drawSvg(view, marks, coordinates);
			const cid = `board-${pictures.length + 1}.${id}`;
			pictures.push({
				cid,
				svg,
				width
			});
			return {
				cid,
				width,
				height,
				alt: alt()
			};
		}
	};
}

// src/render/blocks.ts
/** Everything below this line is somebody's own words. */
const STARS = "*".repeat(60);
/** The margin of a sample. */
const BAR = /^ +\| ?/;
/** A line of prose this long has gone to the edge and goes on in the next one. */
const FULL_LINE = 72 - 16;
/** A longer word or command leaves no room beside it on a telephone. */
const BESIDE_CHARS_MAX = 20;
/** A word or a command, two blanks at least, and what is said of it. */
const TWO_COLUMNS = /^( *\S+(?: \S+)* {2,})\S/;
/** The letters above and below a diagram, or two of them side by side; or a ruler of stars. */
const DIAGRAM = /^ *a(?: [b-z])*(?: +a(?: [b-z])*)?$|^ +\*{20,}$/;
/** Takes the text of a letter apart, in one pass. */
function blocksOf(text) {
	const lines = text.trimEnd().split("\n");
	const stars = lines.indexOf(STARS);
	const blocks = paragraphsOf(stars < 0 ? lines : lines.slice(0, stars)).flatMap(blocksOfParagraph);
	if (stars < 0) return blocks;
	const [whose = "", ...words] = lines.slice(stars + 1);
	return [...blocks, {
		kind: "words",
		whose,
		lines: words
	}];
}
/** Lines between empty ones; blanks in front of the first line belong to it. */
function paragraphsOf(lines) {
	const paragraphs = [];
	let open;
	for (const line of lines) if (line.trim() === "") open = void 0;
	else if (open) open.push(line);
	else {
		open = [line];
		paragraphs.push(open);
	}
	return paragraphs;
}
/** A paragraph may begin as prose and go on with lines that are indented, or the other way round. */
function blocksOfParagraph(lines) {
	const [first = ""] = lines;
	if (lines.every((line) => BAR.test(line))) return [sample(lines)];
	if (lines.some((line) => DIAGRAM.test(line))) return [{
		kind: "diagram",
		lines: outdent(lines)
	}];
	const turn = lines.findIndex((line) => isIndented(line) !== isIndented(first));
	if (turn < 0) return [isIndented(first) ? setApart(lines) : prose(lines)];
	if (turn === 1 && first.length >= FULL_LINE) return [prose(lines.map((line) => line.trim()))];
	return [lines.slice(0, turn), lines.slice(turn)].flatMap(blocksOfParagraph);
}
function sample(lines) {
	return {
		kind: "sample",
		lines: lines.map((line) => line.replace(BAR, "")).map((text) => ({
			text,
			inColumns: text.includes("  ")
		}))
	};
}
const isIndented = (line) => line.startsWith(" ");
/** Undoes the line breaks of a paragraph that was broken to fit. */
function prose(lines) {
	return {
		kind: "prose",
		lines: joined(lines, (line, before) => !goesOn(before, line))
	};
}
/** Whether a line of prose goes on in the next. One that ends with what to type has come to its end. */
function goesOn(line, next) {
	if (line.length < FULL_LINE) return false;
	const [word = ""] = next.split(" ", 1);
	return line.length + 1 + word.length > 72 || !/: [a-z][^.]*$/.test(line);
}
/** Joins lines with those that they go on in. */
function joined(lines, begins) {
	const whole = [];
	for (const [at, line] of lines.entries()) if (at === 0 || begins(line, lines[at - 1] ?? "")) whole.push(line.trim());
	else whole.push(`${whole.pop()} ${line.trim()}`);
	return whole;
}
/**
* Indented lines: terms where there are two columns, the second of which begins at the same place in
* every line that has one.
*/
function setApart(lines) {
	const indent = indentOf(lines[0] ?? "");
	if (lines[0]?.startsWith("- ", indent)) return {
		kind: "items",
		items: joined(lines, (line) => line.startsWith("- ", indent)).map((item) => item.slice(2))
	};
	const second = lines.map((line) => TWO_COLUMNS.exec(line)?.[1]?.length).find((at) => at);
	const terms = second === void 0 ? void 0 : termsOf(lines, indent, second);
	if (!terms) return {
		kind: "fixed",
		lines: outdent(lines)
	};
	return {
		kind: "terms",
		terms,
		beside: terms.every(({ term }) => term.length <= BESIDE_CHARS_MAX)
	};
}
/** Undefined when a line is neither a term, with or without its text, nor goes on with the text. */
function termsOf(lines, indent, second) {
	const terms = [];
	for (const line of lines) {
		const [term, text] = [line.slice(0, second), line.slice(second).trim()];
		const last = terms.at(-1);
		if (term.trim() === "" && last) terms[terms.length - 1] = {
			term: last.term,
			text: `${last.text} ${text}`.trim()
		};
		else if (indentOf(line) !== indent) return;
		else if (!line.trim().includes("  ")) terms.push({
			term: line.trim(),
			text: ""
		});
		else if (term.endsWith("  ") || term.length < second) terms.push({
			term: term.trim(),
			text
		});
		else return;
	}
	return terms;
}
const indentOf = (line) => Math.max(line.search(/\S/), 0);
/** The same lines without the blanks that all of them begin with. */
function outdent(lines) {
	const indent = Math.min(...lines.map(indentOf));
	return lines.map((line) => line.slice(indent));
}

// src/render/board-cells.ts
/**
* Both signs are drawn in the ink of the text, so that a mail program that turns dark colours into
* light ones does not make a black stone of a white one.
*/
const STONE_SIGNS = {
	black: "●",
	white: "○"
};
const VACATED_SIGN = "+";
/** What is left of a screen of 320 pixels beside the margins of the letter. */
const NARROW_PX = 288;
const EDGE_PX = 18;
/** A finger can tell such cells apart; more makes a board of eight larger than a screen. */
const CELL_PX_MAX = 30;
/** A stone of fewer pixels is a dot. Boards of more than 18 columns are wider than a telephone. */
const CELL_PX_MIN = 14;
/** @param words turns sentences into the reader's language */
function cellsOf({ view, sides, marks, coordinates }, words) {
	const { files, lines, grid } = view;
	const room = NARROW_PX - (coordinates ? 36 : 0);
	const cols = widthOf(view);
	const cellPx = cellPxFor(cols, room);
	const draw = drawing(marks, namesOfThings({ sides }, words), words);
	const isSlanted = grid === "hexes";
	return {
		label: words(say("board-label", {
			cols: files.length,
			rows: lines.length
		})),
		coordinates,
		files,
		ranks: lines.map(({ label: rank, shift, spots }) => ({
			rank,
			shift,
			rest: 2 * (cols - spots.length) - shift,
			cells: spots.map(draw)
		})),
		isSlanted,
		cellPx,
		signPx: Math.round(cellPx * .8),
		edgePx: EDGE_PX,
		isWide: cols * (cellPx + 1) > room
	};
}
const NOTHING = {
	sign: "",
	label: "",
	moved: false
};
/** What a thing is called; a board has many of a kind, which are put into words once. */
function namesOfThings(game, words) {
	const names = /* @__PURE__ */ new Map();
	return (thing) => {
		const { owner, kind } = thing;
		const side = owner ? sideOf(game, owner).name : "nobody";
		const name = names.get(thing) ?? words(say(`thing-${kind}`, { side }));
		names.set(thing, name);
		return name;
	};
}
/** Draws one spot after the other; what is said of many of them is put into words once. */
function drawing(marks, nameOf, words) {
	const vacated = words(say("cell-vacated"));
	const moved = words(say("cell-moved"));
	return (spot) => {
		if (!spot) return NOTHING;
		const { name, thing } = spot;
		if (thing) {
			const { owner, kind } = thing;
			const sign = owner && kind === "stone" ? STONE_SIGNS[owner] : thing.sign;
			const label = `${name} ${nameOf(thing)}`;
			return marks.reached.has(name) ? {
				sign,
				label: `${label}, ${moved}`,
				moved: true
			} : {
				sign,
				label,
				moved: false
			};
		}
		if (!marks.vacated.has(name)) return NOTHING;
		return {
			sign: VACATED_SIGN,
			label: `${name} ${vacated}`,
			moved: false
		};
	};
}
/** As large as fits beside each other, with a line of one pixel between them. */
const cellPxFor = (cols, room) => Math.min(Math.max(Math.floor(room / cols) - 1, CELL_PX_MIN), CELL_PX_MAX);

// src/command/letters/also.ts
/** The command that offers the same match once more, to whoever wants it when the opponent has gone. */
const againOf = ({ rules, opponentGone }, size) => opponentGone ? challengeTo("open", rules, size) : "rematch";
/** A challenge that names the size where that is not as usual. */
function challengeTo(whom, rules, size) {
	const challenge = `challenge ${whom} ${rules}`;
	const written = makeSize(size);
	return makeSize(gameOf(rules).defaultSize) === written ? challenge : `${challenge} -size=${written}`;
}
/** Commands that an answer to a board may consist of; every one can be written as it stands. */
function alsoOf(facts, { seat, over, playing }, start) {
	const { board, rules, moves, offer, watching } = facts;
	const show = moves.length > 0 ? `show ${board} #${moves.length - 1}` : `show ${board}`;
	if (!seat) return [`show ${board}`, ...watching ? [`unwatch ${board}`] : []];
	const opponent = facts[opposite(seat)];
	if (over) {
		const words = facts.opponentGone ? [] : [`say ${board}`];
		return [
			againOf(facts, start.board),
			...words,
			show,
			"games"
		];
	}
	if (!playing) return [
		`show ${board}`,
		"games",
		`help ${rules}`
	];
	const hasMoved = pliesBefore({
		rules,
		start,
		moves
	}, seat) !== void 0;
	const offers = offer ? offer.by === opponent ? [`accept ${board} ${offer.kind}`, `decline ${board}`] : [] : [...gameOf(rules).drawable ? [`draw ${board}`] : [], ...hasMoved ? [`undo ${board}`] : []];
	return [
		`resign ${board}`,
		...offers,
		`say ${board}`,
		show,
		`help ${rules}`
	];
}

// src/render/board-words.ts
/**
* A board for those who do not see it: what stands on each line, the top one first, and then where
* the things of each side are.
*
* @param words turns sentences into the reader's language
*/
function boardInWords(seen, words) {
	return [...seen.view.lines.map(({ label: rank, spots }) => {
		const standing = spots.flatMap((spot) => {
			if (!spot?.thing) return [];
			const { name, thing } = spot;
			const file = name.endsWith(rank) ? name.slice(0, -rank.length) : name;
			const side = thing.owner ? sideOf(seen, thing.owner).name : "nobody";
			return words(say(`words-${thing.kind}`, {
				file,
				side
			}));
		});
		return standing.length === 0 ? words(say("words-rank-empty", { rank })) : words(say("words-rank", {
			rank,
			stones: standing.join(", ")
		}));
	}), ...sidesInWords(seen, words)];
}
/** Where the things of each side are, a line a side. */
function sidesInWords({ view, sides }, words) {
	const things = view.lines.flatMap(({ spots }) => spots).filter((spot) => !!spot?.thing);
	return sides.map(({ colour, name: side }) => {
		const cells = things.filter(({ thing }) => thing?.owner === colour).map(({ name }) => name);
		return words(say("words-side", {
			side,
			count: cells.length,
			cells: cells.join(" ")
		}));
	});
}

// src/render/clock-words.ts
/**
* What a board letter says of the clock, where it matters: when days are gone, when few are left, when
* all of them count, or when it stands still.
*/
function clockSentence(clock, yourTurn) {
	const { userid, gone, left, day, zone, total, awayUntil } = clock;
	const whose = yourTurn ? "yours" : "theirs";
	if (awayUntil !== void 0) return say("clock-away", {
		whose,
		userid,
		day: awayUntil
	});
	if (gone === 0 && left > 7 && !total) return void 0;
	return say("clock-runs", {
		whose,
		userid,
		gone,
		left,
		day,
		zone
	});
}

// src/engine/shape/effort.ts
/** Counts the work that goes into an answer, and says when it is enough. */
var Effort = class {
	/** How many positions have been looked at. */
	nodes = 0;
	/** How many may be looked at; may be set anew to give some part of the work less than all. */
	nodesMax;
	onProgress;
	reported = 0;
	constructor({ nodesMax, onProgress }) {
		this.nodesMax = nodesMax;
		this.onProgress = onProgress ?? (() => {});
	}
	get isSpent() {
		return this.nodes >= this.nodesMax;
	}
	spend(nodes) {
		this.nodes += nodes;
		if (this.nodes - this.reported < REPORT_NODES) return;
		this.reported = this.nodes;
		this.onProgress(this.nodes);
	}
};
/** A report comes a few times a second. */
const REPORT_NODES = 2 ** 20;

// src/engine/solve/lookahead.ts
/**
* The oracle of any game: looks for an end that one side can force within one ply, then within two,
* and so on, and for a draw until both have been refused everything else. Far ends are found only on
* the smallest boards; but it needs no memory, and positions that come again do not mislead it.
*/
var Lookahead = class {
	game;
	effort;
	/** Something was left unseen since this was last put back: what was not found may be there. */
	unseen = false;
	constructor(game, effort) {
		this.game = game;
		this.effort = effort;
	}
	evaluate(position) {
		let mayWin = true;
		let mayLose = true;
		for (let plies = 1; !this.effort.isSpent; plies++) {
			this.unseen = false;
			if (mayWin && this.wins(position, plies)) return "win";
			mayWin &&= this.unseen;
			this.unseen = false;
			if (mayLose && this.loses(position, plies)) return "loss";
			mayLose &&= this.unseen;
			if (!mayWin && !mayLose) return "draw";
		}
	}
	/** Whether the player to move can force a win within so many plies. */
	wins(position, plies) {
		if (this.effort.isSpent) return this.leave();
		this.effort.spend(1);
		const outcome = this.game.outcome(position);
		if (outcome) return outcome.winner === position.turn;
		if (plies === 0) return this.leave();
		return this.game.legalMoves(position).some((move) => this.loses(this.game.play(position, move).position, plies - 1));
	}
	/** Whether the opponent of the player to move can. */
	loses(position, plies) {
		if (this.effort.isSpent) return this.leave();
		this.effort.spend(1);
		const outcome = this.game.outcome(position);
		if (outcome) return outcome.winner === opposite(position.turn);
		if (plies === 0) return this.leave();
		return this.game.legalMoves(position).every((move) => this.wins(this.game.play(position, move).position, plies - 1));
	}
	/** Leaves a position unseen: nothing is found there. */
	leave() {
		this.unseen = true;
		return false;
	}
};

// src/engine/solve/solve.ts
/** Who wins a position of the game that the oracle was made for, with best play. */
const winnerBy = (oracle, position) => {
	const value = evaluate(oracle, position);
	if (value === "win") return position.turn;
	return value === "loss" ? opposite(position.turn) : value;
};
/**
* The oracle for the game that goes on from a position.
*/
const oracleFor = (position, effort) => {
	const game = gameOf(position.rules);
	return game.oracle?.(position, effort) ?? new Lookahead(game, effort);
};
/** The value of a position in which the game may be over. */
const evaluate = (oracle, position) => {
	const outcome = gameOf(position.rules).outcome(position);
	if (!outcome) return oracle.evaluate(position);
	if (outcome.winner === void 0) return "draw";
	return outcome.winner === position.turn ? "win" : "loss";
};

// src/engine/solve/hindsight.ts
/**
* Looks back at a game, from its last position to its first, for as long as the effort lasts. Each
* move is legal where it was played; the game may have ended otherwise than by the rules.
*
* @returns undefined when not even the last position could be judged
* @throws Error when no engine is registered for the rules of the game
*/
const lookBack = (start, moves, effort) => {
	const positions = positionsOf(start, moves);
	const oracle = oracleFor(start, effort);
	const couldWinUntil = {};
	const slips = [];
	let knownFrom;
	let winnerAfter;
	for (const [index, position] of [...positions.entries()].reverse()) {
		const { turn } = position;
		const winner = winnerAfter === turn ? turn : winnerBy(oracle, position);
		if (!winner) break;
		knownFrom = index + 1;
		if (winner === turn) couldWinUntil[turn] ??= knownFrom;
		if (winnerAfter && winner !== winnerAfter) slips.unshift({
			ply: knownFrom,
			by: turn,
			could: winner === turn ? "win" : "draw"
		});
		winnerAfter = winner;
	}
	return knownFrom === void 0 ? void 0 : {
		knownFrom,
		couldWinUntil,
		slips
	};
};
/** The position before each move, and the last one. */
const positionsOf = (start, moves) => {
	const game = gameOf(start.rules);
	let position = start;
	return [start, ...moves.map((move) => position = game.play(position, move).position)];
};

// src/render/hindsight.ts
/**
* The one line about what the loser has missed, when it is cheap to find: until which ply that side
* could have won. Undefined while the match goes on, after a draw, and when nothing was missed or
* not enough is known.
*/
function hindsightOf(facts, start) {
	const winner = facts.outcome?.winner;
	if (!winner) return void 0;
	const effort = new Effort({ nodesMax: hindsightNodesMax });
	const loser = opposite(winner);
	const ply = lookBack(start, movesOf(facts, start), effort)?.couldWinUntil[loser];
	if (ply === void 0) return void 0;
	const side = sideOf(gameOf(facts.rules), loser).name;
	return ply > facts.moves.length ? say("could-still-win", { side }) : say("could-have-won", {
		side,
		ply
	});
}
function movesOf({ board, rules, moves: texts }, start) {
	const game = gameOf(rules);
	let position = start;
	return texts.map((text) => {
		const move = game.parseMove(position, text);
		if (!move.ok) throw new Error(`board ${board}: damaged record (${move.error.code})`);
		position = game.play(position, move.value).position;
		return move.value;
	});
}

// src/render/record.ts
/** Widest number of a ply, and the blanks behind it. */
const NUMBER = 3;
/**
* The moves in two columns under the sides and their players.
*
* @param columns whose moves stand left, and whose right
*/
function drawRecord(rounds, [left, right], players, sides) {
	if (rounds.length === 0) return [];
	const width = Math.max(15, sides.black.length + 2, players.black.length + 2);
	const row = (number, cells) => `${number.padStart(NUMBER)}  ${cells[left].padEnd(width)}${cells[right]}`.trimEnd();
	return [
		row("", sides),
		row("", players),
		...rounds.map(({ ply, ...moves }) => row(String(ply), moves))
	];
}
/**
* The lines of a move list.
*
* @param columns whose moves stand left, and whose right
* @param first who made the first ply
* @param whole every round, or only the last ones
*/
function roundsOf(moves, [left], first, whole) {
	const missing = first === left ? 0 : 1;
	const rounds = [];
	for (let at = -missing; at < moves.length; at += 2) {
		const [one, other] = [moves[at] ?? "...", moves[at + 1] ?? ""];
		const cells = left === "black" ? {
			black: one,
			white: other
		} : {
			black: other,
			white: one
		};
		rounds.push({
			ply: Math.max(at, 0) + 1,
			...cells
		});
	}
	return whole ? rounds : rounds.slice(-4);
}

// src/render/board-page.ts
/**
* Works out what a board letter shows to one reader.
*
* @param reader the reader's userid; anybody else than the two players just looks on
* @param words turns sentences into the reader's language
* @param choices what the reader has chosen about boards
*/
function boardPage(facts, reader, words, choices = {}) {
	const game = gameOf(facts.rules);
	const { start, position, effects } = readPositions(facts);
	const { turn } = position;
	const seat = reader === facts.black ? "black" : reader === facts.white ? "white" : void 0;
	const over = facts.outcome !== void 0;
	const playing = seat !== void 0 && !over && !facts.past && !facts.imagined;
	const yourTurn = playing && seat === turn;
	const hindsight = hindsightOf(facts, start);
	const offer = playing ? offerOf(facts, reader) : void 0;
	const clock = facts.clock && clockSentence(facts.clock, yourTurn);
	const label = ({ name, sign }) => `${words(say(`name-${name}`))} (${sign})`;
	const [left, right] = game.sides;
	const sides = {
		black: label(sideOf(game, "black")),
		white: label(sideOf(game, "white"))
	};
	const rounds = roundsOf(facts.moves, [left.colour, right.colour], start.turn, facts.whole);
	const names = {
		black: facts.black || sides.black,
		white: facts.white || sides.white
	};
	return {
		game: game.name,
		title: words(say("board-title", {
			game: game.name,
			board: facts.board
		})),
		rules: facts.rules,
		board: facts.board,
		black: facts.black,
		white: facts.white,
		sides,
		events: facts.events.map(words),
		state: words(stateOf(facts, position, names)),
		offer: offer && words(offer),
		clock: clock && words(clock),
		queued: playing && facts.queued ? words(say("queued", { moves: facts.queued })) : void 0,
		rating: facts.rating && words(facts.rating),
		hindsight: hindsight && words(hindsight),
		rounds,
		columns: [left.colour, right.colour],
		record: drawRecord(rounds, [left.colour, right.colour], facts, sides),
		...drawingsOf(position, marksOf(effects), words, choices),
		turn: over ? void 0 : facts[turn],
		yourTurn,
		opponent: seat && facts[opposite(seat)],
		again: over && seat ? words(againIn(facts, position.board)) : void 0,
		playing,
		watching: facts.watching === true && !over,
		over,
		moves: yourTurn ? groupMoves(position) : [],
		also: alsoOf(facts, {
			seat,
			over,
			playing
		}, start),
		comment: facts.comment
	};
}
const againIn = (facts, size) => say(facts.opponentGone ? "play-again-open" : "play-again", { command: againOf(facts, size) });
/** The board as the reader wants it: as a diagram, in words, or both. */
function drawingsOf(position, marks, words, { board, coordinates }) {
	const game = gameOf(position.rules);
	const view = game.view(position);
	const { sides } = game;
	const around = coordinates !== "no";
	return {
		diagram: board === "words" ? [] : drawBoard(view, marks, around),
		sight: board === "words" ? void 0 : {
			view,
			sides,
			marks,
			coordinates: around
		},
		inWords: board === "words" || board === "both" ? boardInWords({
			view,
			sides
		}, words) : []
	};
}
function stateOf(facts, { turn }, names) {
	const { outcome } = facts;
	if (outcome) {
		const winner = outcome.winner ?? "black";
		const seats = {
			winner: names[winner],
			loser: names[opposite(winner)]
		};
		return say(`ending-${outcome.ending}`, seats);
	}
	const ply = facts.moves.length + 1;
	const { name: side, sign } = sideOf(gameOf(facts.rules), turn);
	if (facts.imagined) return say("turn-would", {
		side,
		sign,
		ply
	});
	return say(facts.past ? "turn-then" : "turn-now", {
		userid: names[turn],
		side,
		sign,
		ply
	});
}
/** A position as its reader wants it, when nothing has moved on it. */
function drawPosition(text, words, choices) {
	const position = parsePosition(text);
	if (!position.ok) throw new Error(`damaged position (${position.error.code})`);
	return drawingsOf(position.value, marksOf(void 0), words, choices);
}
function offerOf({ board, offer }, reader) {
	if (!offer) return void 0;
	const { kind, by } = offer;
	return by === reader ? say(`own-${kind}-open`, { board }) : say(`${kind}-open`, {
		board,
		userid: by
	});
}
/** The first position, the one to show, and what the ply between it and the one before did. */
function readPositions(facts) {
	const game = gameOf(facts.rules);
	const start = storedPosition(facts.rules, facts.start, `board ${facts.board}`);
	const last = facts.moves.at(-1);
	if (last === void 0) return {
		start,
		position: start,
		effects: void 0
	};
	const before = replay(facts.rules, start, facts.moves.slice(0, -1));
	const move = game.parseMove(before, last);
	if (!move.ok) throw new Error(`board ${facts.board}: damaged record (${move.error.code})`);
	const { position, effects } = game.play(before, move.value);
	return {
		start,
		position,
		effects: effects()
	};
}
function groupMoves(position) {
	const game = gameOf(position.rules);
	const groups = /* @__PURE__ */ new Map();
	for (const move of game.legalMoves(position)) {
		const from = game.headOf(move, position);
		const group = groups.get(from) ?? [];
		group.push(game.makeMove(move, position));
		groups.set(from, group);
	}
	return [...groups].map(([from, moves]) => ({
		from,
		moves
	}));
}

// src/render/board-letter.ts
/** What a board letter to one reader consists of. */
function boardContent(facts, reader, words, choices) {
	const page = boardPage(facts, reader, words, choices);
	const { game, board, black, white, also, turn } = page;
	const links = moveLinks(page);
	return {
		subject: choices["subject"] === "classic" && turn !== void 0 ? say("subject-board-classic", {
			game,
			board,
			userid: turn
		}) : say("subject-board", {
			game,
			board,
			black,
			white
		}),
		template: "board",
		data: page,
		html: (album) => ({
			template: "player/board",
			data: htmlBoard(page, words, album)
		}),
		intro: links.intro,
		groups: (to) => [...links.groups(to), {
			title: "",
			links: also.map((command) => commandLink(to, command))
		}],
		...page.watching && { unsubscribe: `unwatch ${board}` },
		attached: page.over && !facts.past ? [recordOf(facts)] : []
	};
}
/** A board for an HTML template, in which stones have other signs than in the text. */
function htmlBoard(page, words, album) {
	const { clock, offer, queued, rating, hindsight, comment, sight } = page;
	const notes = [
		clock,
		offer,
		queued,
		rating,
		hindsight
	].filter((note) => note !== void 0);
	const picture = sight && album.place(sight, () => sidesInWords(sight, words).join(". "));
	const rounds = page.rounds.slice(-300);
	return {
		...page,
		rounds,
		earlier: (rounds[0]?.ply ?? 1) - (page.rounds[0]?.ply ?? 1),
		events: page.events.map(inSigns),
		state: inSigns(page.state),
		notes: notes.map(inSigns),
		sides: {
			black: inSigns(page.sides.black),
			white: inSigns(page.sides.white)
		},
		picture,
		drawn: picture ? void 0 : sight && cellsOf(sight, words),
		comment: comment && {
			by: comment.by,
			lines: comment.text.split("\n")
		}
	};
}
/** `Black (#)` is the name of a side by its sign in a diagram of text. */
const inSigns = (text) => text.replaceAll("(#)", STONE_SIGNS.black).replaceAll("(O)", STONE_SIGNS.white);
/** The whole match as a file, for programs and for a drawer. */
function recordOf({ rules, board, black, white, start, moves, outcome }) {
	const seats = {
		black: { userid: black },
		white: { userid: white }
	};
	const first = storedPosition(rules, start, `board ${board}`);
	return {
		name: `${rules}-board-${board}.txt`,
		text: makeRecord({
			rules,
			board,
			...seats,
			start: first,
			moves,
			outcome
		})
	};
}

// src/render/wrap.ts
/** Behind the last colon of a paragraph, without a stop or a comma: what is to be typed. */
const TYPED = /(?<=: )[a-z](?:[^.:,]|\.(?=\S))*$/;
const TIE = "\xA0";
/**
* Breaks a paragraph into lines of at most 72 columns; lines after the first are indented. What is to
* be typed stays on one line where it can, because half of it may be a command of its own.
*/
function wrap(text, indent = "") {
	const columns = 72 - indent.length;
	if (fits(text, columns)) return text;
	const tied = text.replace(TYPED, (typed) => typed.length <= columns ? typed.replaceAll(" ", TIE) : typed);
	return wrapAnsi(tied, columns, {
		hard: true,
		trim: true
	}).replaceAll(TIE, " ").split("\n").join(`\n${indent}`);
}
/** Nearly every sentence does, and to break lines well is slow. */
const fits = (text, columns) => text.length <= columns && /^[!-~](?:[ -~\u00a0]*[!-~])?$/.test(text);
/**
* In front of every line of somebody's own words, so that no line can pass for one of ours: no board,
* no `To move`, no end of a letter (`-- `). Mail programs show it as it is, where `>` would be folded
* away, and an answer that quotes it is known by it (`mail/quote/new-lines.ts`).
*/
const MARGIN = "| ";
const OWN_COLUMNS = 72 - 2;
/** What a person wrote, with their own line breaks, beside a margin, in at most 72 columns. */
const wrapComment = (text) => text.split("\n").map((line) => line.trimEnd()).map((line) => fits(line, OWN_COLUMNS) ? line : wrapAnsi(line, OWN_COLUMNS, {
	hard: true,
	trim: false
})).map((line) => line.replace(/^/gm, MARGIN).replace(/[ \t]+$/gm, "")).join("\n");
/** A whole letter: no blanks at line ends, never two empty lines in a row, one newline at the end. */
const tidyLetter = (text) => `${text.replace(/[ \t]+$/gm, "").replace(/\n{3,}/g, "\n\n").trim()}\n`;

// src/render/list.ts
/** What stands before the first column and between two columns: airy, and where that is too wide. */
const AIRY = {
	indent: "  ",
	gap: "  "
};
const TIGHT = {
	indent: "",
	gap: " "
};
/** A row of the longest names goes on in a second line, where no gap can be spared any more. */
const inColumns = (line) => line.length <= 72 ? line : wrap(line.replace(/ +/g, " "), "    ");
/**
* Sets a list in columns, each as wide as its widest cell.
*
* @param words turns sentences into the reader's language
*/
function drawList(list, words) {
	const heads = list.columns.map(words);
	const rows = list.rows.map((row) => row.map((cell) => typeof cell === "object" ? words(cell) : String(cell)));
	const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const { indent, gap } = 2 * widths.length + widths.reduce((sum, width) => sum + width, 0) <= 72 ? AIRY : TIGHT;
	const [sample = []] = list.rows;
	const isNumber = (column) => typeof sample[column] === "number";
	const line = (cells) => `${indent}${cells.map((cell, column) => {
		const width = widths[column] ?? 0;
		return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
	}).join(gap)}`.trimEnd();
	return {
		title: words(list.title),
		lines: [heads, ...rows].map(line).map(inColumns),
		heads,
		rows,
		aligned: heads.map((_, column) => isNumber(column) ? "right" : "left"),
		below: list.below.map(words)
	};
}

// src/render/answer-letter.ts
/** What an answer to somebody's commands consists of. */
function answerContent(sections, asked) {
	const pages = sections.map((section) => sectionPage(section, asked));
	const answers = [...new Set(sections.flatMap(({ answers: commands = [] }) => commands))];
	const group = commandGroup(...answers);
	const asks = sections.some(({ asks: unproven }) => unproven);
	return {
		subject: say("subject-answer"),
		attached: sections.flatMap(({ attached = [] }) => attached),
		...answers.length > 0 && { groups: asks ? (to) => group(withoutProof(to)) : group },
		data: { sections: pages },
		html: (album) => ({
			template: "player/answer",
			data: { sections: pages.map((page) => htmlSection(page, asked.words, album)) }
		})
	};
}
const sectionPage = (section, asked) => ({
	head: section.head && asked.words(section.head),
	understood: section.understood,
	says: section.says.map(asked.words),
	text: section.text,
	lists: (section.lists ?? []).map((list) => drawList(list, asked.words)),
	page: section.page && helpPage(section.page, asked),
	board: section.board && boardPage(section.board, asked.userid, asked.words, asked.choices)
});
const htmlSection = (section, words, album) => ({
	...section,
	blocks: section.page ? blocksOf(section.page) : [],
	board: section.board && htmlBoard(section.board, words, album)
});
function helpPage({ kind, topic }, asked) {
	const { language, templates } = asked;
	if (kind === "game") return templates.text(language, `game/${topic}`, {});
	if (kind === "command") return commandPage(topic, asked);
	if (kind === "text") return templates.text(language, `page/${topic}`, { lines: CLASSIC_LINES });
	if (kind === "display") return templates.text(language, "page/display", { diagram: sampleBoard(topic) });
	const commands = COMMANDS.filter(({ audience }) => audience === "admin" === (topic === "admin")).map((command) => described(command, asked));
	const page = topic === "" ? "page/help" : "page/commands";
	const pad = Math.max(12, ...commands.map(({ called }) => called.length)) + 2;
	return templates.text(language, page, {
		commands,
		games: GAMES,
		wrap,
		pad,
		tie: "\xA0"
	});
}
/** What a command says of itself and, where that is not enough, its own `command/NAME` template. */
function commandPage(topic, asked) {
	const { language, templates } = asked;
	const found = COMMANDS.find(({ name }) => name === topic);
	const command = found && described(found, asked);
	const own = `command/${topic.replaceAll(" ", "-")}`;
	const more = templates.hasText(language, own) ? templates.text(language, own, {}) : "";
	const aliases = command?.aliases.filter((alias) => nearest$1(alias, [topic]) === void 0) ?? [];
	const names = [...templates.names(language, topic), ...aliases];
	const answer = templates.example(language, topic);
	return templates.text(language, "page/command", {
		command,
		aliases: names,
		more,
		answer,
		wrap
	});
}
/** A command as the reader's language describes it, and otherwise as it describes itself. */
function described(command, { language, templates }) {
	const name = command.name.replaceAll(" ", "-");
	const told = (what) => templates.description(language, `${what}-${name}`) ?? command[what];
	const [called = command.name] = templates.names(language, command.name);
	const [usage, summary, example] = [
		told("usage"),
		told("summary"),
		told("example")
	];
	return {
		...command,
		called,
		usage,
		summary,
		example
	};
}

// src/render/challenge-letter.ts
/** What a letter with a challenge consists of. */
function challengeContent(facts, words, choices) {
	const { challenger, number, rules, from } = facts;
	const { name: game, author, year } = gameOf(rules);
	return {
		subject: say("subject-challenge", {
			challenger,
			game,
			number
		}),
		data: {
			...facts,
			game,
			author,
			year,
			first: words(say(`first-${facts.first}`, { userid: challenger })),
			clock: words(clockOf(facts)),
			rated: words(ratedOf(facts)),
			start: from && words(say("challenge-start", {
				board: from.board,
				ply: from.ply
			})),
			...from && drawPosition(from.start, words, choices)
		},
		groups: answersTo(number, rules, from === void 0)
	};
}
/** Both terms side by side, as the reader sees them. */
function counterContent(facts, words) {
	const { number, challenger, rules, before, comment } = facts;
	const shown = (terms, first, mine) => ({
		game: gameOf(terms.rules).name,
		size: makeSize(terms),
		clock: words(clockInShort(terms)),
		rated: words(ratedOf(terms)),
		first: words(say("first-in-list", { who: first === "random" ? "chance" : first === mine ? "you" : "they" }))
	});
	const data = {
		...facts,
		...shown(facts, facts.first, "them"),
		before: {
			...before,
			...shown(before, before.first, "me")
		}
	};
	return {
		subject: say("subject-counter", {
			challenger,
			number
		}),
		data,
		html: () => ({
			template: "player/counter",
			data: {
				...data,
				comment: comment === "" ? [] : comment.split("\n")
			}
		}),
		groups: answersTo(number, rules, true)
	};
}
/** The days that a clock gives, in full; all 0 where there is none. */
const clockOf = ({ pace }) => say("clock-of-terms", {
	forfeit: pace?.forfeitDays ?? 0,
	nag: pace?.nagDays ?? 0,
	total: pace?.totalDays ?? 0,
	increment: pace?.incrementDays ?? 0
});
const clockInShort = ({ pace }) => say("clock-in-short", {
	forfeit: pace?.forfeitDays ?? 0,
	total: pace?.totalDays ?? 0
});
const ratedOf = ({ rated }) => say("rated-of-terms", { rated: rated ? "yes" : "no" });
/** A match from a position is taken as it is proposed, or not at all. */
const answersTo = (number, rules, hasOtherTerms) => commandGroup(`accept ${number}`, `decline ${number}`, `help ${rules}`, ...hasOtherTerms ? ["help counter"] : []);

// src/render/html-part.ts
/**
* The HTML part of a letter: its body from a template of its own where there is one, and else what
* the text part says, set anew.
*
* @param body that template, or the text with every sentence on a line of its own
*/
function renderHtml(frame, body, templates) {
	const { language } = frame;
	const tell = (code, facts = {}) => templates.sentence(language, {
		code,
		facts
	});
	const part = (name, data) => templates.html(language, `part/${name}`, {
		...data,
		part,
		tell
	});
	const content = typeof body === "string" ? part("blocks", { blocks: blocksOf(body) }) : templates.html(language, body.template, {
		...body.data,
		part,
		tell
	});
	return templates.html(language, "letter", {
		...frame,
		body: content,
		part
	});
}
/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
const unwrapped = (text, indent = "") => indent === "" ? `${text}\n` : text;

// src/render/letter.ts
/** Turns what a letter says into words for its reader. */
function renderLetter(message, reader, templates) {
	const { language } = reader;
	const { choices = {} } = message.facts;
	const words = (sentence) => templates.sentence(language, sentence);
	const content = contentOf(message, reader, templates);
	const subject = words(content.subject);
	const template = `player/${content.template ?? message.kind}`;
	const textWith = (breaks) => templates.text(language, template, {
		...content.data,
		...breaks
	});
	const text = tidyLetter(textWith({
		wrap,
		wrapComment
	}));
	const album = makeAlbum(choices["mail"] === "picture" ? reader.pictures : void 0);
	const { attached = [] } = content;
	const ends = content.unsubscribe;
	const unsubscribe = ends && makeMailto(reader.replyTo, ends, `${ends}\n`);
	if (choices["mail"] === "text" || content.plain) return {
		subject,
		text,
		html: void 0,
		pictures: [],
		attached,
		unsubscribe
	};
	const groups = reader.links ? content.groups?.({
		address: reader.replyTo,
		subject
	}) ?? [] : [];
	const intro = groups.length > 0 ? words(content.intro ?? say("links-intro")) : "";
	return {
		subject,
		text,
		html: renderHtml({
			language,
			subject,
			intro,
			groups
		}, content.html?.(album) ?? textWith({
			wrap: unwrapped,
			wrapComment: asWritten
		}), templates),
		pictures: album.pictures,
		attached,
		unsubscribe
	};
}
/** Whether a command is asked about only when nothing proves who wrote. */
const wantsProofOnly = (written) => findCommand(written.split(" "))?.command.need === "proof";
/** Lines of somebody's own words, which break wherever the reader's screen ends. */
const asWritten = (text) => text;
function contentOf(message, reader, templates) {
	const { userid, language } = reader;
	const { choices = {} } = message.facts;
	const words = (sentence) => templates.sentence(language, sentence);
	switch (message.kind) {
		case "board":
		case "show": return boardContent(message.facts, userid, words, choices);
		case "answer": return answerContent(message.facts.sections, {
			userid,
			language,
			choices,
			templates,
			words
		});
		case "morning": {
			const { sections, daily, turns, board } = message.facts;
			return {
				...answerContent(sections, {
					userid,
					language,
					choices,
					templates,
					words
				}),
				subject: say("subject-morning", {
					turns,
					board
				}),
				template: "answer",
				unsubscribe: daily ? "set notify each" : "set remind no"
			};
		}
		case "challenge": return challengeContent(message.facts, words, choices);
		case "counter": return counterContent(message.facts, words);
		case "confirm": return {
			subject: say("subject-confirm"),
			data: {
				...message.facts,
				...askedWords(message.facts.asked, words),
				avoidable: message.facts.commands.every(wantsProofOnly),
				unseen: message.facts.commands.includes(PASSWORD_TEXT)
			},
			groups: commandGroup("yes")
		};
		case "welcome": return {
			subject: say("subject-welcome", { userid: message.facts.userid }),
			data: {
				userid: message.facts.userid,
				says: (message.facts.says ?? []).map(words)
			},
			groups: commandGroup("help tutorial", "help forms", "challenges", "challenge open forms", "games", "help")
		};
		case "broadcast": return {
			subject: say("subject-broadcast"),
			data: message.facts
		};
		case "notice": return {
			subject: say("subject-notice"),
			data: {
				says: message.facts.says.map(words),
				comment: message.facts.comment
			}
		};
		case "report": return {
			subject: say("subject-report"),
			data: message.facts
		};
		case "probe": return {
			subject: say("subject-probe"),
			data: message.facts
		};
		default: return accountContent(message, words);
	}
}

// src/render/side-names.ts
/**
* The sides of a game are facts by their ids: `black`, `vertical`. In a sentence `{side}` stands for the
* name that the reader's language has for it, and `{side, select, …}` chooses by the id.
*/
/** The facts that hold a side. */
const SIDES = [
	"side",
	"owner",
	"colour",
	"won"
];
/** What the name of a side is called among the facts: nothing else can be called so. */
const keyOf = (fact) => `${fact} name`;
/** A message that asks for the names of sides where it asks for sides. */
const sayingNames = (elements) => elements.map((element) => {
	if (isArgumentElement(element)) return SIDES.includes(element.value) ? {
		...element,
		value: keyOf(element.value)
	} : element;
	if (!isSelectElement(element) && !isPluralElement(element)) return element;
	const options = Object.entries(element.options).map(([choice, { value, ...rest }]) => [choice, {
		...rest,
		value: sayingNames(value)
	}]);
	return {
		...element,
		options: Object.fromEntries(options)
	};
});
/** Whether a message, as it is given back by `sayingNames`, asks for the name of a side. */
const saysNames = (elements) => elements.some((element) => {
	if (isArgumentElement(element)) return SIDES.some((fact) => element.value === keyOf(fact));
	if (!isSelectElement(element) && !isPluralElement(element)) return false;
	return Object.values(element.options).some(({ value }) => saysNames(value));
});
/** The same facts, with the names of the sides among them. */
function withNames(facts, nameOf) {
	const named = { ...facts };
	for (const fact of SIDES) {
		const side = facts[fact];
		if (side !== void 0) named[keyOf(fact)] = nameOf(String(side));
	}
	return named;
}

// src/render/templates.ts
const textEngine = () => new Eta({
	autoEscape: false,
	autoTrim: false
});
const htmlEngine = () => new Eta({
	autoEscape: true,
	autoTrim: false
});
const LOST = say("lost-words");
/**
* Gets templates ready, each to be compiled when it is first used: a process needs few of them, and
* compiling all is most of the work of its start. `proveTemplates` finds those that cannot be.
*
* @param files contents by path within the folder of templates, such as `en/player/board.txt.eta`
* @throws Error when the sentences or examples of a language are no JSON
*/
function makeTemplates(files) {
	const text = textEngine();
	const html = htmlEngine();
	const sentences = /* @__PURE__ */ new Map();
	const examples = /* @__PURE__ */ new Map();
	const names = /* @__PURE__ */ new Map();
	for (const [path, source] of files) if (path.endsWith(".txt.eta")) text.loadTemplate(`@${path}`, atFirstUse(text, source));
	else if (path.endsWith(".html.eta")) html.loadTemplate(`@${path}`, atFirstUse(html, source));
	else if (path.endsWith("/sentences.json")) for (const [code, format] of named(path, () => readSentences(path, source))) sentences.set(code, format);
	else if (path.endsWith("/examples.json")) named(path, () => readExamples(path, source, examples));
	else if (path.endsWith("/vocabulary.json")) named(path, () => readNames(path, source, names));
	const find = (language, file) => [`${language}/${file}`, `en/${file}`].find((path) => files.has(path));
	const place = (language, file) => `@${find(language, file) ?? `en/${file}`}`;
	const told = (language, { code, facts }) => {
		return (sentences.get(`${language} ${code}`) ?? sentences.get(`en ${code}`))?.()(facts, (side) => nameOf(language, side));
	};
	const sides = /* @__PURE__ */ new Map();
	const nameOf = (language, side) => {
		const key = `${language} ${side}`;
		const name = sides.get(key) ?? told(language, {
			code: `name-${side}`,
			facts: {}
		});
		if (name !== void 0) sides.set(key, name);
		return name ?? side;
	};
	return {
		text: (language, name, data) => text.render(place(language, `${name}.txt.eta`), data),
		hasText: (language, name) => find(language, `${name}.txt.eta`) !== void 0,
		html: (language, name, data) => html.render(place(language, `${name}.html.eta`), data),
		example: (language, command) => examples.get(`${language} ${command}`) ?? "",
		names: (language, command) => names.get(`${language} ${command}`) ?? [],
		sentence(language, sentence) {
			const words = told(language, sentence) ?? told(language, LOST);
			if (words === void 0) throw new Error(`no words for ${sentence.code}`);
			return words;
		},
		description(language, code) {
			return sentences.get(`${language} ${code}`)?.()({}, (side) => nameOf(language, side));
		}
	};
}
/** A sentence with its facts in it; undefined when it names one that is not there. */
function fill(format, facts) {
	try {
		return String(format.format(facts));
	} catch (error) {
		if (error instanceof FormatError && error.code === ErrorCode.MISSING_VALUE) return void 0;
		throw error;
	}
}
/** Does what may throw, and says in the error what it was about. */
function named(name, work) {
	try {
		return work();
	} catch (error) {
		throw error instanceof SyntaxError ? /* @__PURE__ */ new SyntaxError(`${name}: ${error.message}`) : error;
	}
}
const once = (make) => {
	let made;
	return () => {
		made ??= make();
		return made;
	};
};
function atFirstUse(eta, source) {
	const compiled = once(() => eta.compile(source));
	return (data, options) => compiled().call(eta, data, options);
}
function compile(message, language) {
	const elements = sayingNames(parse(message, { ignoreTag: true }));
	const format = new IntlMessageFormat(elements, language);
	const hasNames = saysNames(elements);
	return (facts, nameOf) => fill(format, hasNames ? withNames(facts, nameOf) : facts);
}
/** ICU messages by language and code: `{lost, plural, one {one stone} other {# stones}}`. */
function readSentences(path, source) {
	const language = path.split("/")[0] ?? "";
	return Object.entries(JSON.parse(source)).map(([code, message]) => [`${language} ${code}`, once(() => named(code, () => compile(message, language)))]);
}
function readExamples(path, source, examples) {
	const language = path.split("/")[0] ?? "";
	for (const [name, text] of Object.entries(JSON.parse(source))) examples.set(`${language} ${name}`, text);
}
function readNames(path, source, names) {
	const language = path.split("/")[0] ?? "";
	const { commands = {} } = JSON.parse(source);
	for (const [name, command] of Object.entries(commands)) {
		const key = `${language} ${command}`;
		names.set(key, [...names.get(key) ?? [], name]);
	}
}

// src/service/process/template-folder.ts
/**
* The files of a folder of templates by their path within it, such as `en/sentences.json`. Read once
* at a start.
*/
function readTemplateFolder(folder) {
	const files = /* @__PURE__ */ new Map();
	for (const entry of readdirSync(folder, {
		recursive: true,
		withFileTypes: true
	})) {
		if (!entry.isFile() || !/\.(?:eta|json)$/.test(entry.name)) continue;
		const path = join(entry.parentPath, entry.name);
		const name = relative(folder, path).replaceAll("\\", "/");
		files.set(name, readFileSync(path, "utf8"));
	}
	return files;
}

// .rp.ts
const templates = makeTemplates(readTemplateFolder("/work/main/templates"));
const A = {
	userid: "alice",
	language: "en",
	replyTo: "games+k3f@turnpost.test",
	links: false
};
const which = process.argv[2];
const n = Number(process.argv[3]);
const [, message] = BOARD_SAMPLES.find(([x]) => x === which);
for (let i = 0; i < 300; i++) renderLetter(message, A, templates);
const a = process.cpuUsage();
for (let i = 0; i < n; i++) renderLetter(message, A, templates);
const b = process.cpuUsage(a);
console.log(((b.user + b.system) / 1e3 / n).toFixed(4));

export {  };