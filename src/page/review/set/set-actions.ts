/** What takes a while and continues without the page, and a person's word on what belongs together. */
import { buildUnion } from '../../../review/build-union.ts';
import { checkOutBranch } from '../../../review/check-out-branch.ts';
import { chooseSets } from '../../../review/choose-sets.ts';
import { judgeBranch } from '../../../runtime/judge-branch.ts';
import { oneLine } from '../../../words/text.ts';
import type { Acted, ActionCall } from '../../contract.ts';
import { branchLink, jobLink, setLink } from '../../links.ts';
import { shortBranch } from '../parts/branch-name.ts';

export async function actUnion({ workspace, by, form, jobs }: ActionCall): Promise<Acted> {
  const what = form.need('what');
  const again = form.has('again');
  const job = jobs.start(`Test together: ${oneLine(what, 60)}`, async (tools) => {
    const { signal } = tools;
    const progress = (text: string): void => tools.progress(text);
    const { state } = await buildUnion(workspace, { what, by, again, progress, signal });
    return { text: `Together it ${UNION_WORDS[state.kind]}.`, to: setLink(what) };
  });
  return { to: jobLink(job.id), notice: 'It is being built and checked; you can leave this page.' };
}

const UNION_WORDS = {
  running: 'is still being built',
  passed: 'passes every check',
  broken: 'is broken: fine alone, not together',
  unchecked: 'merges; no checks are configured',
  conflict: 'does not merge',
  failed: 'could not be built',
} as const;

export async function actJudge({ workspace, by, form, jobs }: ActionCall): Promise<Acted> {
  const what = form.need('what');
  const job = jobs.start(
    `Ask another engine about ${oneLine(shortBranch(what), 60)}`,
    async ({ signal }) => {
      const { verdict, engine } = await judgeBranch(workspace, { what, by, signal });
      return { text: `${engine} says ${verdict}.`, to: branchLink(what) };
    },
  );
  return { to: jobLink(job.id), notice: 'It is being asked; you can leave this page.' };
}

export async function actChoose({ workspace, by, form }: ActionCall): Promise<Acted> {
  const kind = form.text('kind') === 'part' ? 'part' : 'join';
  const branches = form.all('branch');
  const [first = ''] = branches;
  const others = form.text('set').split('\n');
  const reason = form.text('reason');
  if (kind === 'join') {
    await chooseSets(workspace, { kind, by, reason, branches });
    return { to: '/review', notice: 'Joined: they are one group now.' };
  }
  for (const other of others.filter((name) => name !== '' && name !== first))
    await chooseSets(workspace, { kind, by, reason, branches: [first, other] });
  return {
    to: '/review',
    notice: `${oneLine(shortBranch(first), 100)} is a group of its own now.`,
  };
}

export async function actCheckOut({ workspace, form }: ActionCall): Promise<Acted> {
  const { folder, made } = await checkOutBranch(workspace, {
    what: form.need('what'),
    folder: null,
  });
  return {
    to: null,
    notice: `${made ? 'Checked out' : 'It is checked out'} in ${folder}. Go there: cd ${folder}`,
  };
}
