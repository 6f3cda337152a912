/**
 * Runs in the browser: shows letters in frames as a mail program would, and says what is wrong with
 * them. Everything it answers with is plain data.
 */

/** Elements that are wider than a telephone at times, and scroll in a box of their own. */
const SCROLLS = '[tabindex="0"]';
/** A cell of a board shows a picture or says what it shows. */
const SHOWS_A_CELL = 'img, [role="img"]';

/** What is wrong with one cell of a board is wrong with all of them. */
const FAULTS_SHOWN = 5;

/** Frames, each with a letter, its width, what was taken out of it, and what was seen before that. */
let shown = [];

/** Shows letters side by side, and takes out of each what a program lacks. */
globalThis.showLetters = async (letters) => {
  document.body.replaceChildren();
  document.body.style.cssText =
    'margin:0;display:flex;flex-wrap:wrap;align-items:start;gap:8px;background:#bbb';
  const loaded = [];
  shown = letters.map(({ html, ...letter }) => {
    const frame = document.createElement('iframe');
    frame.style.cssText = `display:block;border:0;background:Canvas;width:${letter.width}px;height:100px`;
    loaded.push(new Promise((resolve) => frame.addEventListener('load', resolve)));
    frame.srcdoc = html;
    const figure = document.createElement('figure');
    figure.style.cssText = 'margin:0;flex:none;font:12px sans-serif';
    figure.append(letter.column, `, ${letter.width} px`, frame);
    document.body.append(figure);
    return { ...letter, frame };
  });
  await Promise.all(loaded);
  for (const each of shown) {
    const letter = each.frame.contentDocument;
    showPictures(letter, each.pictures);
    markBoards(letter);
    for (const element of styled(letter)) element.dataset.style = element.getAttribute('style');
    each.words = wordsOf(letter.body);
    each.columns = columnsOf(letter);
    for (const lack of each.lacks) TAKE_OUT[lack.what](letter, lack);
  }
  const images = shown.flatMap(({ frame }) => [...frame.contentDocument.images]);
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  for (const { frame } of shown) {
    // A bar for scrolling sideways would take away from the height.
    frame.style.height = `${frame.contentDocument.scrollingElement.scrollHeight + 16}px`;
  }
};

// biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not in it
const wordsOf = (element) => element.innerText.replace(/\s+/g, ' ');

/** What stands in columns, each with the text that it shows. */
const columnsOf = (letter) =>
  [...letter.body.querySelectorAll('*')]
    .filter((element) => /^pre/.test(getComputedStyle(element).whiteSpace))
    .map((element) => ({ element, text: spacedText(element) }));
// biome-ignore lint/performance/useDomNodeTextContent: the blanks that are seen
const spacedText = ({ innerText }) => innerText.replaceAll('\u00a0', ' ').trimEnd();

/** The pictures that came along with a letter, which it names by their Content-IDs. */
function showPictures(letter, pictures) {
  const urls = new Map();
  for (const [cid, base64] of Object.entries(pictures)) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    urls.set(`cid:${cid}`, URL.createObjectURL(new Blob([bytes], { type: 'image/png' })));
  }
  for (const image of letter.images) image.src = urls.get(image.getAttribute('src')) ?? '';
}

/** What boards and their cells are is seen before a program takes their names away. */
function markBoards(letter) {
  for (const board of letter.querySelectorAll('table[aria-label]')) {
    const things = [...board.querySelectorAll(SHOWS_A_CELL)].filter(
      (thing) => thing.closest('table') === board,
    );
    if (things.length < 2) continue;
    board.dataset.board = '';
    for (const thing of things) {
      const cell = thing.closest('td');
      const says = thing.getAttribute('aria-label') ?? thing.getAttribute('alt') ?? '';
      cell.dataset.cell = /\bwhite stone|stone of Horizontal|\u25cb|\(O\)/i.test(says)
        ? 'white'
        : /\bblack stone|stone of Vertical|\u25cf|\(X\)/i.test(says)
          ? 'black'
          : 'other';
      cell.dataset.drawn = thing.matches('img') ? 'picture' : 'sign';
    }
  }
}

const styled = (letter, of = '*') =>
  [...letter.querySelectorAll('[style]')].filter((element) => element.matches(of));

const TAKE_OUT = {
  property(letter, { name, of, values = '' }) {
    const pattern = new RegExp(values);
    // Browsers know both by the newer name.
    const known = name === 'word-wrap' ? 'overflow-wrap' : name;
    for (const element of styled(letter, of)) {
      if (known === 'overflow-wrap' && !element.dataset.style.includes(`${name}:`)) continue;
      const { style } = element;
      for (const each of [...style].filter((one) => isPartOf(one, known))) {
        if (pattern.test(style.getPropertyValue(each))) style.removeProperty(each);
      }
    }
  },
  attribute(letter, { name, of = '*' }) {
    for (const element of letter.querySelectorAll(`[${name}]`)) {
      if (element.matches(of)) element.removeAttribute(name);
    }
  },
  sheets(letter) {
    for (const sheet of letter.querySelectorAll('style')) sheet.remove();
  },
  'media rules'(letter) {
    dropMediaRules(letter, /./);
  },
  'dark rules'(letter) {
    dropMediaRules(letter, /prefers-color-scheme/);
  },
  body(letter, { staysAsBox }) {
    const box = letter.createElement('div');
    box.append(...letter.body.childNodes);
    for (const { name, value } of [...letter.body.attributes]) {
      if (staysAsBox) box.setAttribute(name, value);
      letter.body.removeAttribute(name);
    }
    letter.body.append(box);
    letter.body.style.margin = '0';
  },
  scrolling(letter) {
    for (const element of styled(letter)) {
      if (/auto|scroll/.test(element.style.overflowX)) element.style.overflowX = 'hidden';
    }
  },
  pictures(letter) {
    for (const image of letter.images) image.src = 'data:image/png;base64,';
  },
  // Done before there were elements.
  doctype() {},
  'as Word'(letter) {
    const sheet = letter.createElement('style');
    // What comes first is overruled by all that the letter says of a cell.
    sheet.textContent = 'td,th{font-family:"Times New Roman",serif;font-size:16px;color:#000}';
    letter.head.prepend(sheet);
    for (const column of letter.querySelectorAll('col')) column.removeAttribute('width');
  },
};

function dropMediaRules(letter, condition) {
  for (const { sheet } of letter.querySelectorAll('style')) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      if (condition.test(sheet.cssRules[at].conditionText ?? '')) sheet.deleteRule(at);
    }
  }
}

/** `background` goes with all that it is short for, and `overflow` with each of its directions. */
const isPartOf = (each, name) =>
  each === name ||
  (each.startsWith(`${name}-`) &&
    !/^(?:border-(?:radius|collapse|spacing)|font-(?:size|weight|family))$/.test(each));

/** What is wrong with the letters that are shown. */
globalThis.faultsOfLetters = () =>
  shown.flatMap(({ name, column, width, frame, lacks, words, columns }) => {
    const letter = frame.contentDocument;
    // Its window can be scrolled sideways, and is used with a mouse.
    const isWord = lacks.some(({ what }) => what === 'as Word');
    return [
      ...overflowing(letter, width, isWord),
      ...hardToRead(letter),
      ...changedWords(letter, words),
      ...lostColumns(columns),
      ...unevenBoards(letter),
      ...coveredSigns(letter),
      ...stackedBoards(letter),
      ...stretched(letter),
      ...runTogether(letter),
      ...(width < 400 ? hardToTouch(letter) : []),
    ]
      .slice(0, FAULTS_SHOWN)
      .map((fault) => `${name}, ${column}, ${width} px: ${fault}`);
  });

const isShown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
const said = (element) => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 30);
const nameOf = (element) => `<${element.localName}> ${said(element)}`;

/** Nothing is wider than the screen but what scrolls, or may in a program with a window to scroll. */
function* overflowing(letter, width, mayScroll) {
  for (const element of letter.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.right <= width + 0.5) continue;
    if (!element.parentElement.closest(SCROLLS)) {
      if (!(mayScroll && element.matches(SCROLLS))) yield `${nameOf(element)} ends at ${box.right}`;
    } else if (!mayScroll) {
      const scroller = element.parentElement.closest(SCROLLS);
      if (getComputedStyle(scroller).overflowX === 'hidden') {
        yield `${nameOf(element)} is cut off at the edge`;
        return;
      }
    }
  }
  // Words that stand out of their boxes.
  const { scrollWidth } = letter.documentElement;
  if (scrollWidth > width && !mayScroll) yield `the letter is ${scrollWidth} px wide`;
  for (const scroller of letter.querySelectorAll(SCROLLS)) {
    const isCut = getComputedStyle(scroller).overflowX === 'hidden';
    if (isCut && scroller.scrollWidth > scroller.clientWidth + 1) {
      yield `${nameOf(scroller)} is cut off at the edge`;
    }
  }
}

/** Text has enough contrast, a size that can be read, and not the font that Word gives to a table. */
function* hardToRead(letter) {
  for (const element of letter.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter(
      ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '',
    );
    if (text.length === 0 || !isShown(element)) continue;
    const { color, fontSize, fontWeight, fontFamily } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const ratio = contrast(colorOf(color), groundOf(element));
    if (ratio < (isLarge ? 3 : 4.5)) {
      yield `${nameOf(element)} has a contrast of ${ratio.toFixed(1)}`;
    }
    if (size < 12) yield `${nameOf(element)} has a size of ${size}`;
    if (/^"?Times/.test(fontFamily)) yield `${nameOf(element)} is set in ${fontFamily}`;
  }
}

const colorOf = (text) => {
  const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
  return { red, green, blue, alpha };
};

/** The colour behind an element: of the first box around it that has one, or of the page. */
function groundOf(element) {
  for (let each = element; each; each = each.parentElement) {
    const color = colorOf(getComputedStyle(each).backgroundColor);
    if (color.alpha > 0.5) return color;
  }
  const probe = element.ownerDocument.createElement('i');
  probe.style.backgroundColor = 'Canvas';
  element.ownerDocument.documentElement.append(probe);
  const color = colorOf(getComputedStyle(probe).backgroundColor);
  probe.remove();
  return color;
}

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = ({ red, green, blue }) => {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** What was hidden stays so, and what was seen. */
function* changedWords(letter, before) {
  const now = wordsOf(letter.body);
  if (now === before) return;
  let at = 0;
  while (now[at] === before[at]) at++;
  yield `says "${now.slice(at, at + 40)}" and not "${before.slice(at, at + 40)}"`;
}

/** Blanks that make columns are still there. */
function* lostColumns(columns) {
  for (const { element, text } of columns) {
    if (spacedText(element) !== text) yield `${nameOf(element)} has lost its columns`;
  }
}

const within = (numbers, slack) => Math.max(...numbers) - Math.min(...numbers) <= slack;

/** The cells of a board are squares, all of one size. */
function* unevenBoards(letter) {
  for (const board of letter.querySelectorAll('[data-board]')) {
    const boxes = [...board.querySelectorAll('[data-cell]')].map((cell) =>
      cell.getBoundingClientRect(),
    );
    const [widths, heights] = [boxes.map(({ width }) => width), boxes.map(({ height }) => height)];
    const range = (sizes) => `${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)}`;
    if (!within(widths, 1)) yield `cells of a board are ${range(widths)} px wide`;
    if (!within(heights, 1)) yield `cells of a board are ${range(heights)} px high`;
    if (!within([widths[0], heights[0]], 2)) {
      yield `a cell of a board is ${widths[0].toFixed(1)} to ${heights[0].toFixed(1)} px`;
    }
  }
}

/** What a browser draws in the place of a lost picture, in CSS pixels. */
const LOST = 18;
/** On a telephone the cells of a board with more columns have no room for a sign beside it. */
const COLUMNS_WITH_SIGNS = 10;

/** Where the picture of a cell is lost, its sign is read. */
function* coveredSigns(letter) {
  const context = letter.createElement('canvas').getContext('2d');
  for (const board of letter.querySelectorAll('[data-board]')) {
    const rows = [...board.rows].map((row) => row.querySelectorAll('[data-cell]').length);
    if (Math.max(...rows) > COLUMNS_WITH_SIGNS) continue;
    for (const image of board.querySelectorAll('[data-cell] img')) {
      if (image.naturalWidth > 0) continue;
      const { font } = getComputedStyle(image);
      context.font = font;
      const room = image.width - LOST;
      const needs = context.measureText(image.alt).width;
      if (needs > room) {
        yield `${image.alt} is ${needs.toFixed(1)} px wide in a cell with room for ${room}`;
      }
    }
  }
}

/** The element around two others. */
function commonRow(one, other) {
  let around = one.parentElement;
  while (around && !around.contains(other)) around = around.parentElement;
  return around ?? undefined;
}

/** Boards with no word between them stand beside each other, where there is room for both. */
function* stackedBoards(letter) {
  const boards = [...letter.querySelectorAll('[data-board]')];
  for (const [at, board] of boards.entries()) {
    const next = boards[at + 1];
    if (!next) return;
    const between = letter.createRange();
    between.setStartAfter(board);
    between.setEndBefore(next);
    if (between.toString().trim() !== '') continue;
    const [one, other] = [board.getBoundingClientRect(), next.getBoundingClientRect()];
    const row = commonRow(board, next);
    // Each has a margin on its right, and a blank stands between them.
    const hasRoom = row !== undefined && one.width + other.width + 24 <= row.clientWidth;
    if (hasRoom && Math.abs(one.top - other.top) > 1) yield `${nameOf(board)} has a board below it`;
  }
}

/** A picture is as high as its width asks for. */
function* stretched(letter) {
  for (const { naturalWidth, naturalHeight, width, height, alt } of letter.images) {
    if (naturalWidth === 0) continue;
    const wants = (width * naturalHeight) / naturalWidth;
    if (Math.abs(height - wants) > 1) {
      yield `a picture is ${height} px high, and would be ${wants}: ${alt.slice(0, 30)}`;
    }
  }
}

/** Links that follow each other in a line have room between them, but for the cells of a board. */
function* runTogether(letter) {
  const links = [...letter.links].filter((link) => isShown(link) && !link.closest('[data-cell]'));
  for (const [at, link] of links.entries()) {
    const next = links[at + 1];
    if (!next) return;
    const [one, other] = [link.getBoundingClientRect(), next.getBoundingClientRect()];
    const isBeside = other.top < one.bottom && other.bottom > one.top && other.left >= one.left;
    const gap = insideOf(next).left - insideOf(link).right;
    if (isBeside && gap < 8)
      yield `${nameOf(link)} and ${nameOf(next)} are ${gap.toFixed(1)} px apart`;
  }
}

/** Where the words of a link stand, without the room that it has around them. */
function insideOf(link) {
  const range = link.ownerDocument.createRange();
  range.selectNodeContents(link);
  return range.getBoundingClientRect();
}

/**
 * WCAG 2.2, target size: 24 by 24 pixels; a smaller one has nothing else within a circle as wide around
 * its middle. The cells of a board are as large as fits, and links fill them.
 */
function* hardToTouch(letter) {
  const targets = [...letter.links].filter(isShown).map((link) => ({
    link,
    // What a link holds belongs to it, also where that stands out of its line.
    box: boundsOf([link, ...link.children].map((each) => each.getBoundingClientRect())),
  }));
  for (const [at, { link, box }] of targets.entries()) {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const size = `${nameOf(link)} is only ${Math.round(width)} by ${Math.round(height)} px`;
    const cell = link.closest('[data-cell]');
    if (cell) {
      const room = cell.getBoundingClientRect();
      if (Math.min(width / room.width, height / room.height) < 0.8) yield size;
    } else if (Math.min(width, height) < TARGET - 0.5) {
      const circle = squareAround(box);
      const others = targets.filter((other) => other.link !== link);
      if (others.some((other) => overlap(circle, squareAround(other.box)))) yield size;
    }
    const over = targets.slice(at + 1).find((other) => overlap(box, other.box));
    if (over) yield `${nameOf(link)} and ${nameOf(over.link)} overlap`;
  }
}

const TARGET = 24;
/** A target, or the room that it needs where it is smaller. */
function squareAround({ left, right, top, bottom }) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    left: Math.min(left, x - TARGET / 2),
    right: Math.max(right, x + TARGET / 2),
    top: Math.min(top, y - TARGET / 2),
    bottom: Math.max(bottom, y + TARGET / 2),
  };
}

const boundsOf = (boxes) => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.min(...boxes.map(({ top }) => top)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
const overlap = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

/** Where the boards are in the page, and in them the cells: to be looked at in a picture of the page. */
globalThis.boardsOfLetters = () =>
  shown.flatMap(({ name, width, frame }) => {
    const { left, top } = frame.getBoundingClientRect();
    return [...frame.contentDocument.querySelectorAll('[data-board]')].map((board) => {
      const box = board.getBoundingClientRect();
      return {
        name,
        width,
        box: { x: left + box.left, y: top + box.top, width: box.width, height: box.height },
        cells: [...board.querySelectorAll('[data-cell]')].map((cell) => {
          const at = cell.getBoundingClientRect();
          return {
            shows: cell.dataset.cell,
            drawn: cell.dataset.drawn,
            x: at.left - box.left,
            y: at.top - box.top,
            width: at.width,
            height: at.height,
          };
        }),
      };
    });
  });

/** How light the stones of a board are in a picture of it, and how light their cells at the edge. */
globalThis.lightOfStones = async (png, cells) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: image.width, height: image.height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const light = (x, y, size) => {
    const { data } = context.getImageData(Math.round(x), Math.round(y), size, size);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
      sum += luminance({ red: data[at], green: data[at + 1], blue: data[at + 2] });
    }
    return sum / (data.length / 4);
  };
  return cells.map(({ shows, drawn, x, y, width, height }) => ({
    shows,
    drawn,
    stone: light(x + width / 2 - 2, y + height / 2 - 2, 4),
    // Nearer to the middle a stone is in its place, nearer to the corner the line around the cell.
    ground: light(x + width * 0.12, y + height * 0.12, 1),
  }));
};
