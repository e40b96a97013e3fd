/** The union of a set: whether it was built as it is now, what its checks said, who breaks it. */
import { assertNever } from '../../../words/errors.ts';
import type { ChangeSet, Union, UnionCheck } from '../../../words/review/change-set.ts';
import type { PageCall } from '../../contract.ts';
import { postButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { diffLink, AROUND } from '../diff/diff-subject.ts';
import { shortBranch } from '../parts/branch-name.ts';
import { when } from '../parts/when.ts';

export async function unionPart(call: PageCall, set: ChangeSet): Promise<Html> {
  const tips = new Map(set.branches.map(({ branch, tip }) => [branch, tip]));
  const unions = await call.workspace.review.unions.list();
  const same = unions
    .toReversed()
    .filter(({ members }) => members.some(({ branch }) => tips.has(branch)));
  const [union] = same;
  const fresh =
    union !== undefined &&
    union.members.length === set.branches.length &&
    union.members.every(({ branch, tip }) => tips.get(branch) === tip) &&
    set.branches.every(({ targetTip }) => targetTip === union.targetTip);
  const isOne = set.branches.length === 1;
  const button = postButton(call, {
    action: '/review/union',
    fields: { what: set.id, ...(fresh ? { again: '1' } : {}) },
    label: fresh ? 'Merge and test again' : isOne ? 'Merge and test' : 'Merge and test together',
    key: 'u',
  });
  if (union === undefined)
    return html`<p>
        ${
          isOne
            ? `Merge this branch with ${set.target} and run the checks, without landing it.`
            : 'Merge all branches in this order and run the checks once. That finds branches that merge and break each other.'
        }
      </p>
      ${button}`;
  return html`${!fresh && html`<p class="notice warning">Built from earlier tips: a branch or ${set.target} moved since.</p>`}${outcome(
    call,
    union,
  )}${button}`;
}

function outcome({ now }: PageCall, union: Union): Html {
  const { state, checks, breaking, tried, commit, targetTip } = union;
  const diff = {
    base: targetTip,
    tip: commit ?? '',
    branch: null,
    layout: 'unified',
    around: AROUND,
  } as const;
  return html`<p>
      <span class="tag ${TONES[state.kind]}">${WORDS[state.kind]}</span>
      ${when(now, union.startedAt)}${
        union.isolation !== null && html` <span class="quiet">· ${union.isolation}</span>`
      }${commit !== null && html` · <a href="${diffLink(diff)}">All changes as one</a>`}
    </p>
    <p>${stateWords(union)}</p>
    ${
      breaking.length > 0 &&
      html`<p class="notice problem">
        Fine alone, broken together:
        ${breaking.map((branch, at) => html`${at > 0 && ' and '}<b>${shortBranch(branch)}</b>`)}
      </p>`
    }${
      checks.length > 0 &&
      html`<ul class="checks">
        ${checks.map(checkLine)}
      </ul>`
    }${
      tried.length > 0 &&
      html`<details>
        <summary>What was tried</summary>
        <ul>
          ${tried.slice(0, 100).map((line) => html`<li>${line}</li>`)}
        </ul>
      </details>`
    }`;
}

const TONES: Readonly<Record<Union['state']['kind'], string>> = {
  running: 'warn',
  passed: 'good',
  broken: 'bad',
  unchecked: 'warn',
  conflict: 'bad',
  failed: 'bad',
};
const WORDS: Readonly<Record<Union['state']['kind'], string>> = {
  running: 'being built',
  passed: 'passes',
  broken: 'broken together',
  unchecked: 'merges, no checks',
  conflict: 'conflict',
  failed: 'could not be built',
};

function stateWords({ state, members }: Union): string {
  switch (state.kind) {
    case 'running':
      return 'It is being built and checked.';
    case 'passed':
      return `All ${members.length} branches together pass every check.`;
    case 'broken':
      return 'They merge, and a check of the whole fails.';
    case 'unchecked':
      return 'They merge. No checks are configured.';
    case 'conflict':
      return `${shortBranch(state.at)} does not merge with those before it: ${state.files.map(({ path }) => path).join(', ')}.`;
    case 'failed':
      return state.why;
    default:
      return assertNever(state);
  }
}

function checkLine({ command, exitCode, timedOut, durationMs, tail }: UnionCheck): Html {
  const ok = exitCode === 0;
  const words = timedOut ? 'took too long' : ok ? 'passed' : `exit ${exitCode ?? 'none'}`;
  return html`<li>
    <span class="tag ${ok ? 'good' : 'bad'}">${words}</span> <code>${command}</code>
    <span class="quiet">${(durationMs / 1_000).toFixed(1)} s</span>${
      ok || tail === '' ? nothing : html`<pre class="tail">${tail}</pre>`
    }
  </li>`;
}
