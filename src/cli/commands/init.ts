import { rememberDefaultBranch } from '../../runtime/remember-default-branch.ts';
import {
  FIRST_ROUTINE,
  initWorkspace,
  type InitResult,
} from '../../runtime/setup/init-workspace.ts';
import type { Survey } from '../../runtime/setup/survey/survey.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function initCommand(call: CommandCall): Promise<number> {
  const result = await initWorkspace(call.folder, call.env);
  await rememberDefaultBranch(await openWorkspace(call));
  if (call.json) writeJson(call.terminal, toDocument(result));
  else describe(openPage(call.terminal), result);
  return 0;
}

function toDocument(result: InitResult): unknown {
  const { root, found, files } = result;
  const { branches, timezone } = found;
  const those = (outcome: string) =>
    files.filter((file) => file.outcome === outcome).map(({ path }) => path);
  return {
    root,
    branch: branches.current,
    hasCommits: branches.hasCommits,
    timezone,
    written: those('written'),
    left: those('left'),
    files,
    found,
    next: nextSteps(result),
  };
}

function describe(page: Page, result: InitResult): void {
  const { root, found, files } = result;
  const { engines } = found;
  const unready = engines.filter(({ served, ready }) => served && !ready);
  const others = engines.filter(({ served }) => !served);
  page.fields([
    ['repository', root],
    ['branch', formatBranch(found)],
    ['time zone', `${found.timezone} (this machine's)`],
    ['project', projectWords(found)],
    ['packages', packageWords(found)],
    ['changelog', changelogWords(found)],
    ['tickets', ticketWords(found)],
    ['agents', engineWords(engines.filter(({ ready }) => ready))],
    ['', engineWords(unready, ' (installed, and not ready: roundsman agents says why)')],
    ['', engineWords(others, ' (found; such programs work with `engine: command`)')],
  ]);
  page.line();
  const longest = Math.max(...files.map(({ path }) => path.length));
  for (const { path, outcome, why, addLater } of files) {
    const reason = outcome === 'left' ? 'was there already, and stays as it is' : why;
    page.line(
      `${outcome === 'written' ? 'wrote  ' : outcome.padEnd(7)}  ${path.padEnd(longest)}  ${reason}`,
    );
    if (addLater !== '') page.line(`         ${' '.repeat(longest)}  later: ${addLater}`);
  }
  page.line();
  for (const [index, step] of nextSteps(result).entries()) {
    page.line(`${index === 0 ? 'Next:' : '     '} ${step}`);
  }
}

function formatBranch({ branches }: Survey): string {
  const { current, base, hasCommits } = branches;
  const head = current ?? 'none checked out (HEAD is detached)';
  if (!hasCommits) return `${head}, without a commit yet`;
  if (base === null || base === current) return head;
  const isUpstream = current !== null && base.endsWith(`/${current}`);
  return isUpstream
    ? `${head}; runs start from it, or from ${base} where that has newer commits`
    : `${head}; runs start from ${base}`;
}

function projectWords({ projects }: Survey): string {
  const [first, ...others] = projects;
  if (first === undefined) return 'of no kind that is known here';
  const check = projects.find((project) => project.check !== null)?.check;
  const also =
    others.length === 0 ? '' : `, also ${others.map(({ because }) => because).join(', ')}`;
  return `${first.kind} (${first.because}${also})${check === undefined ? '' : `; checked by: ${check}`}`;
}

function packageWords({ packages }: Survey): string | null {
  if (packages.length === 0) return null;
  const shown = packages.slice(0, 4).map(({ path }) => path);
  const rest = packages.length - shown.length;
  return `${plural(packages.length, 'package')}: ${shown.join(', ')}${rest === 0 ? '' : `, and ${rest} more`}`;
}

function changelogWords({ changelog }: Survey): string {
  const { path, form, tags, looked } = changelog;
  const tagged = tags.length === 0 ? '' : `; release tags such as ${tags[0] ?? ''}`;
  if (path !== null) return `${path} (${form ?? 'headings'})${tagged}`;
  if (form === 'changesets') return `.changeset/ (changesets)${tagged}`;
  return tags.length > 0 ? `none${tagged}` : `none; looked for ${looked.join(', ')}`;
}

function ticketWords({ tickets }: Survey): string {
  const [first, ...others] = tickets.found;
  if (first === undefined) {
    const without =
      tickets.without.length === 0
        ? ''
        : `; nothing in ${tickets.without.join(', ')} reads like one`;
    return `none${without}; looked for\n${tickets.looked.join(';\n')}`;
  }
  const also = others.length === 0 ? '' : `; also ${others.map(({ path }) => path).join(', ')}`;
  return `${first.path} (${plural(first.files, 'file')}: ${first.formats.join(', ')})${also}`;
}

function engineWords(engines: Survey['engines'], after = ''): string | null {
  const names = engines.map(({ id, version }) =>
    version === null || id === 'builtin' ? id : `${id} ${version}`,
  );
  return names.length === 0 ? null : `${names.join(', ')}${after}`;
}

function nextSteps({ found, files }: InitResult): readonly string[] {
  const routines = files.flatMap(({ routine, outcome }) =>
    routine === null || outcome === 'skipped' ? [] : [routine],
  );
  return [
    ...(found.branches.hasCommits
      ? []
      : ['git add --all && git commit -m "Start"   (a run starts from a commit)']),
    ...(routines.length === 0 ? [FIRST_ROUTINE] : routines).map((id) => `roundsman run ${id}`),
    'roundsman mcp --print-config   (lets your own agents look up what runs found here)',
  ];
}
