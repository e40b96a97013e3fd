/** Subjects that say of themselves that no user will notice. Pure. */
import { readReleaseHeading } from '../changelog/release-heading.ts';

/** Types of Conventional Commits, and what projects write in their place. Any other word is an area: `parser: …`. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set(
  [
    'feat feature fix bugfix hotfix perf revert security deprecate deprecated remove removed add added change changed',
    'build chore ci cd cleanup clean config deps dep dependencies dev doc docs docstring dx example examples format',
    'infra internal lint maint meta misc nit ops readme refactor release repo style test tests testing tooling tools typo',
    'typos website wip workflow workflows bench benchmark benchmarks changelog',
  ]
    .join(' ')
    .split(' '),
);

const BUMP =
  /^(?:\[[^\]]*\]\s*)?(?:bump(?:s|ed|ing)?|updat(?:e|es|ed|ing)|upgrad(?:e|es|ed|ing)|pin|unpin|lock|renovate)\b.{0,200}(?:\bdependenc(?:y|ies)\b|\bdeps\b|\bgroup\b|\bpre-commit\b|\bactions?\b|\bfrom\s+\S*\d\S*\s+to\s+\S*\d|\bto\s+v?\d+(?:\.\d+)+\S*$|\block ?files?\b|\bsubmodules?\b)/i;
const VERSION_SET =
  /^(?:chore: )?(?:release|releasing|released|prepar(?:e|es|ing)|start(?:ing)?|begin|next|set|bump(?:s|ed|ing)?|back to|post|cut|tag|\[maven-release-plugin\]|version)\b.{0,60}(?:\b(?:release|version|snapshot|development|dev|iteration|milestone)\b|\bv?\d+\.\d+)/i;
const MERGE =
  /^(?!merge commit from fork$)(?:merge(?:d)?\s+(?:remote-tracking\s+)?(?:branch|tag|commit|changes|upstream|origin|main|master|stable|develop|\S+\s+(?:in)?to)\b|merge\s+\S+(?:\s+into\s+\S+)?$|merge-up\b|sync with\b)/i;
const UPKEEP_FIRST =
  /^(?:ci\s|code\s+clean-?\s?up|tweaks?|nits?|wip|lint(?:ing)?|reformat(?:ting)?|format(?:ting)?|whitespace|typos?|spelling|grammar|clean(?:s|ed|ing)?[ -]?ups?|polish(?:ing)?|fix(?:e[sd])?\s+(?:some\s+|a\s+|the\s+|more\s+|minor\s+)?(?:typos?|lint(?:ing)?|cs|phpstan|psalm|clippy|style|format(?:ting)?|whitespace|ci|build|(?:\w+\s+){0,3}(?:tests|test$|test ?cases?)|docs?|documentation|readme|changelog|checkstyle|javadocs?|docstrings?|link|links|comments?|indentation)\b|run\s+(?:black|prettier|ruff|gofmt|rustfmt|pre-commit)|apply\s+(?:black|prettier|ruff|formatting|suggestions)|blacken|internal:|refactor(?:s|ed|ing)?\b|address(?:es|ed)?\s+(?:review|comments?|feedback)|(?:code\s+)?review\s+(?:comments?|feedback)|self[- ]review|update\s+(?:the\s+)?(?:copyright|licen[cs]e|year|authors|contributors|readme|changelog|changes|history|docs?|documentation|javadocs?|comments?|tests?|ci|workflows?|\.\w+)|(?:pre-)?\S*\s*release changelog|regenerat(?:e|ed|es|ing)\b|remove[sd]?\s+(?:unused|dead|obsolete|unnecessary|unneeded|unreachable|redundant|duplicat\w+)\b|sort\s+imports?|rename\s+variables?)/i;
const UPKEEP_AREA =
  /^(?:tests?|specs?|docs?|doc|documentation|javadocs?|ci|cd|build|bench(?:marks?)?|examples?|website|readme|changelog|lint|chore|style|gha|github|travis|appveyor|actions?|pkg\/\w+|msrv|cargo|deps?|release|repo|misc)\s*[:/]/i;
const UPKEEP_ABOUT =
  /^(?:rewrite|reword|tidy|convert|add|adds|added|improve|improves|update|updates|updated|simplify|extend|expand|remove|removes|removed|rework|move|refactor|fix|fixes|fixed|document|use|run|enable|disable|skip|re-enable|stabilize|parametri[sz]e|don't|do not|restore|more|speed up|silence|pin|sort|mention|clarify|correct|note|makes?)\b.{0,80}\b(?:tests|test(?= (?:for|to|of|that|in|on|with|when|against)\b|[.:]?$)|test ?(?:suite|cases?|coverage|environment|fixtures?|image)|flaky|ci|github actions?|workflows?|pre-commit|dependabot|codeql|coverage|docs|documentation|docstrings?|readme|changelog|typos?|benchmarks?|lint(?:er|ing)?(?: rules?)?(?: (?:of|from) \w+)?|code style|(?:rubocop|eslint|ruff|flake8|clippy|phpstan|psalm|rustfmt|gofmt)(?: \w+){0,2} (?:offen[cs]es?|infractions?|violations?|warnings?|errors?|issues?|options?|settings)|checkstyle|mypy|pyright|copyright|faq|comments?)\b\s*(?:\S+\s*){0,6}$/i;

/** Of a tool that only makers use, without saying for what. */
const UPKEEP_TOOL =
  /^(?:bump|update|upgrade)[sd]?\s+(?:php-?stan|php-?unit|php-?cs-?fixer|psalm|rector|rubocop|standardrb|eslint|prettier|mypy|pyright|ruff|flake8|clippy|rustfmt|golangci-lint|ktlint|detekt|checkstyle|spotless|credo|dialyxir|gradle(?: wrapper)?)\b/i;

/** Annotations of types change nothing at run time; where they matter, the notes say so, and then the commit is found. */
const UPKEEP_TYPING =
  /\b(?:type[- ]?(?:hints?|annotations?|alias(?:es)?|coverage|checking)|return types?|typing|annotate)\b/i;

/** A bump of something that the product, or its makers, use. */
export function isDependencyBump(subject: string): boolean {
  return BUMP.test(subject);
}

/** @param subject without a pull request's number at its end */
export function saysUpkeep(subject: string): boolean {
  const text = subject.slice(0, 300).replace(/^(?:\[[^\]]{0,40}\]\s*)+/, '');
  // `parser: add tests` is about tests as much as `add tests` is.
  const said = text.replace(/^[\w./, -]{1,40}:\s+/, '');
  return (
    setsVersion(text) ||
    MERGE.test(text) ||
    UPKEEP_FIRST.test(text) ||
    UPKEEP_AREA.test(text) ||
    UPKEEP_TOOL.test(said) ||
    UPKEEP_ABOUT.test(said) ||
    UPKEEP_TYPING.test(said)
  );
}

/** `1.2.0`, `v1.2.0`, `Release 1.2.0`, `Bumped v5.1`, `ignore-0.4.33`, `Prepare next iteration`. */
function setsVersion(text: string): boolean {
  if (VERSION_SET.test(text)) return true;
  if (/^[\w@/.-]{0,60}[-@]v?\d+\.\d+(?:\.\d+)?\S{0,20}$/.test(text)) return true;
  const heading = readReleaseHeading(text);
  return heading?.certainty === 'sure' && heading.version !== null;
}
