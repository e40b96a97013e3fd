/** What a person named, ready to land, or refused with the reasons. Reads only. */
import type { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { LandRequest } from '../contract.ts';
import { findReviewed, type Reviewed } from '../find-reviewed.ts';
import type { Desk } from './desk.ts';
import { refused, tipOf } from './place-of-target.ts';
import { planLanding, type LandingPlan } from './plan-landing.ts';
import { workedOn } from './worked-on.ts';

export type Landable = Extract<LandingPlan, { readonly kind: 'land' }>;

export async function planNamed(
  desk: Desk,
  request: Pick<LandRequest, 'what' | 'seen' | 'anyway'>,
): Promise<Landable> {
  const reviewed = await findReviewed(desk.workspace, { what: request.what });
  const { set, branches } = reviewed;
  const tips = new Map(
    (
      await Promise.all(
        branches.map(
          async ({ branch }) => [branch, await tipOf(desk, `refs/heads/${branch}`)] as const,
        ),
      )
    ).flatMap(([branch, tip]) => (tip === null ? [] : [[branch, tip] as const])),
  );
  const plan = planLanding({
    set,
    branches,
    tips,
    seen: request.seen ?? null,
    anyway: request.anyway ?? false,
    worked: await workedOn(
      desk.workspace,
      branches.map(({ branch }) => branch),
    ),
  });
  if (plan.kind === 'land') return plan;
  throw notLandable(plan, reviewed, request.what);
}

/* oxlint-disable-next-line eslint/max-params -- what is wrong, and with what */
function notLandable(
  plan: Exclude<LandingPlan, Landable>,
  { set }: Reviewed,
  what: string,
): AppError {
  const name = set?.id ?? what;
  switch (plan.kind) {
    case 'moved': {
      const which = plan.branches.map((branch) => oneLine(branch, 200)).join(', ');
      const message = `what you saw has changed since: ${which}`;
      return refused('changed-since', message, `Look again: roundsman review show ${name}`);
    }
    case 'worked-on': {
      const message = `${plan.branch} is still being worked on by the run ${plan.run}`;
      return refused('worked-on', message, `Wait for its end: roundsman logs ${plan.run} -f`);
    }
    case 'several-targets': {
      const message = `the branches are to land on ${plan.targets.join(' and ')}`;
      return refused('several-targets', message, 'Land them one by one.');
    }
    case 'not-ready': {
      const message = `${name} is not ready: ${plan.reasons.join('; ')}`;
      // Nothing lands over a conflict, however it is meant.
      const hint = plan.reasons.some((reason) => reason.startsWith('conflicts: '))
        ? `See what to make fit: roundsman review show ${name}`
        : `When that is meant: roundsman land ${what} --anyway`;
      return refused('not-ready', message, hint);
    }
  }
}
