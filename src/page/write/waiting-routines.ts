/** Definitions that were committed on the page and have not landed; Review has them too. */
import { listBranchTips, type NamedTip } from '../../git/list-branch-tips.ts';
import { listHeads } from '../../git/list-heads.ts';
import { isWritten, WRITTEN_SUBJECT } from '../../review/written-branches.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { plural } from '../../words/text.ts';
import type { PageCall } from '../contract.ts';
import { html, nothing, type Html } from '../html.ts';
import { branchLink, withQuery } from '../links.ts';
import { section } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 20;

export async function waitingRoutines(call: PageCall): Promise<Html> {
  const branches = await writtenBranches(call);
  if (branches.length === 0) return nothing;
  const more = branches.length - SHOWN;
  return section({
    title: 'Waiting on a branch',
    count: branches.length,
    body: html`<p class="quiet">
        Written on this page, and not active yet. Land a branch to make its routine active.
      </p>
      <ul class="brief-rows">
        ${branches.slice(0, SHOWN).map(
          ({ branch, at, subject }) =>
            html`<li data-row>
              <div>
                <a href="${branchLink(branch)}"><b>${subject.slice(WRITTEN_SUBJECT.length)}</b></a>
                <p class="quiet"><code>${branch}</code> · ${ago(at, call.now)}</p>
              </div>
              <div class="row-acts">
                <a class="button" href="${withQuery('/review/land', { what: branch })}">Land…</a>
              </div>
            </li>`,
        )}
      </ul>
      ${more > 0 && html`<p><a href="/review">${plural(more, 'more branch', 'more branches')}</a></p>`}`,
  });
}

/** The newest first. */
async function writtenBranches({ workspace }: PageCall): Promise<readonly NamedTip[]> {
  const { commit } = await readActiveRoutines(workspace);
  if (commit === null) return [];
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const written = (await listBranchTips(git)).filter(isWritten);
  if (written.length === 0) return [];
  const heads = await listHeads([commit], git);
  return written
    .filter(({ branch }) => heads.get(branch)?.merged === false)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
