// A recording of a terminal as one animated SVG: commands that are typed, what they print, and scrolling as in a terminal.
// CSS alone moves it, so that it also plays where an SVG is shown as an image and scripts are off.
const COLUMNS = 100;
const ROWS = 24;
const CHARACTER = 8.4;
const LINE = 19;
const MARGIN = 16;
const HEAD = 30;
const TYPED_PER_SECOND = 22;
const WIDTH = COLUMNS * CHARACTER + 2 * MARGIN;
const HEIGHT = HEAD + ROWS * LINE + MARGIN;

const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d6deeb;white-space:pre}
.b{font-weight:700;fill:#fff}.d{fill:#8a97a8}.p{fill:#7fdbca}
.c31{fill:#ff6b6b}.c32{fill:#8bd17c}.c33{fill:#f2c55c}.c34,.c36{fill:#7cc4ff}.c35{fill:#d7a1f9}
.t{opacity:0}@media(prefers-reduced-motion:reduce){*{animation:none!important}}`;

/**
 * @typedef {object} Scene
 * @property {string} command what is typed
 * @property {readonly string[]} lines what it prints, with SGR codes
 * @property {number} seconds from the last key until the next scene
 * @property {number} [printing] how many of these seconds the lines take to come, evenly; at once without it
 */

/** @param {readonly Scene[]} scenes */
export function terminalSvg(scenes) {
  const { rows, duration } = layOut(scenes);
  const percent = (seconds) => `${((seconds / duration) * 100).toFixed(2)}%`;
  const shown = rows.map((row, at) => lineOf(row, { at, duration, percent }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="A recording of roundsman in a terminal">
<style>${STYLE}
${scrolling(rows, { duration, percent })}
${shown.map(({ css }) => css).join('\n')}</style>
<rect width="100%" height="100%" rx="10" fill="#10182a"/>
<circle cx="20" cy="16" r="5" fill="#ff6b6b"/><circle cx="38" cy="16" r="5" fill="#f2c55c"/><circle cx="56" cy="16" r="5" fill="#8bd17c"/>
<clipPath id="screen"><rect y="${HEAD}" width="100%" height="${ROWS * LINE + 4}"/></clipPath>
<g clip-path="url(#screen)"><g class="s">
${shown.map(({ svg }) => svg).join('\n')}
</g></g></svg>
`;
}

/** Each line with the second in which it comes; a command also with the second in which it is typed. */
function layOut(scenes) {
  const rows = [];
  let now = 0.5;
  for (const { command, lines, seconds, printing = 0 } of scenes) {
    const typed = now + command.length / TYPED_PER_SECOND;
    rows.push({ text: command, at: now, typed });
    const printed = lines.flatMap(wrapped);
    printed.forEach((text, nth) => {
      rows.push({ text, at: typed + 0.2 + (printing * nth) / printed.length });
    });
    rows.push({ text: '', at: typed + seconds });
    now = typed + seconds;
  }
  return { rows: rows.slice(0, -1), duration: now };
}

/** A long line goes on in the next one; one with colours is cut. */
function wrapped(line) {
  if (line.length <= COLUMNS || line.includes('\u001B')) return [line];
  // Between words; a longer one is cut.
  const pieces = line.match(new RegExp(`.{1,${COLUMNS}}(?:\\s|$)|.{1,${COLUMNS}}`, 'gu')) ?? [];
  return pieces.map((piece) => piece.trimEnd());
}

/** The text moves up a line for each one that does not fit any more. */
function scrolling(rows, { duration, percent }) {
  const steps = new Map([['0%', 0]]);
  rows.forEach(({ at }, nth) => steps.set(percent(at), Math.max(0, nth + 1 - ROWS) * LINE));
  const frames = [...steps].map(([at, up]) => `${at}{transform:translateY(-${up}px)}`);
  return `.s{animation:s ${duration.toFixed(1)}s step-end infinite}@keyframes s{${frames.join('')}}`;
}

function lineOf({ text, at, typed }, { at: nth, duration, percent }) {
  const y = HEAD + (nth + 1) * LINE - 5;
  const name = `l${nth}`;
  const css = `.${name}{animation:${name} ${duration.toFixed(1)}s step-end infinite}@keyframes ${name}{0%{opacity:0}${percent(at)}{opacity:1}}`;
  if (typed === undefined) {
    const spans = text === '' ? '' : spansOf(text);
    return { css, svg: `<text class="${name}" x="${MARGIN}" y="${y}">${spans}</text>` };
  }
  const width = text.length * CHARACTER;
  const cover = `.k${nth}{animation:k${nth} ${duration.toFixed(1)}s steps(${text.length}) infinite}@keyframes k${nth}{0%,${percent(at)}{opacity:1;transform:none}${percent(typed)}{opacity:1;transform:translateX(${width}px)}to{opacity:1;transform:translateX(${width}px)}}`;
  const [x, top] = [MARGIN + 2 * CHARACTER, y - 14];
  return {
    css: `${css}\n${cover}`,
    svg: `<text class="${name}" x="${MARGIN}" y="${y}"><tspan class="p">$ </tspan><tspan class="b">${escaped(text)}</tspan></text><rect class="t k${nth}" x="${x}" y="${top}" width="${WIDTH}" height="${LINE}" fill="#10182a"/>`,
  };
}

/** A line of a terminal as spans, by the SGR codes in it. */
function spansOf(line) {
  let left = COLUMNS;
  let [weight, colour] = ['', ''];
  const spans = [];
  // oxlint-disable-next-line no-control-regex -- that is what they are
  for (const [, codes, text] of line.matchAll(/(?:\u001B\[([\d;]*)m)?([^\u001B]*)/g)) {
    if (codes !== undefined) [weight, colour] = styleAfter(codes, [weight, colour]);
    const fits = text.length > left ? `${text.slice(0, Math.max(0, left - 1))}…` : text;
    if (fits === '' || left <= 0) continue;
    left -= text.length;
    const classes = [weight, colour].filter((one) => one !== '').join(' ');
    spans.push(
      classes === '' ? escaped(fits) : `<tspan class="${classes}">${escaped(fits)}</tspan>`,
    );
  }
  return spans.join('');
}

function styleAfter(codes, [weight, colour]) {
  const code = Number(codes.split(';').at(-1) || 0);
  if (code === 0) return ['', ''];
  if (code === 1) return ['b', colour];
  if (code === 2) return ['d', colour];
  if (code === 22) return ['', colour];
  if (code === 39) return [weight, ''];
  return [weight, code >= 31 && code <= 36 ? `c${code}` : colour];
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
