/** Messages of commands on a page. What they quote is hostile, and stays text. Pure. */
import { html, type Html } from '../html.ts';

/** What these commands do is done on the page. */
const COMMANDS =
  'accept|answer|approve|cancel|decisions|decline|discard|dismiss|doctor|enable|findings|inbox|items|knowledge|land|list|logs|messages|new|next|notes|pause|requests|resume|review|routines|run|runs|search|sessions|show|snooze|status|undo';
const ON_PAGE = new RegExp(String.raw`\broundsman (?:${COMMANDS})\b`);

/** Leaves out the sentences that name a command for what the page does. */
export function withoutCommands(text: string): string {
  return text
    .split(' · ')
    .map((part) =>
      part
        .split(/(?<=[.!?])\s+/)
        .filter((sentence) => !ON_PAGE.test(sentence))
        .join(' '),
    )
    .filter((part) => part !== '')
    .map((part, at, all) => (at < all.length - 1 ? part.replace(/\.$/, '') : part))
    .join(' · ');
}

/** What stands between backticks as code. */
export function withCode(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
