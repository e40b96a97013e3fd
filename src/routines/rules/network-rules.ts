/** `permissions.network`: what is refused, and what is most likely not meant. Pure. */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

type List = 'allow' | 'setup';

/** The word that stands for registries has a meaning in set-up only. */
const REGISTRIES = 'registries';

export function networkBreaches({ permissions }: WrittenRoutine): readonly RuleBreach[] {
  const { network } = permissions;
  return (['allow', 'setup'] as const).flatMap((list) => [
    ...duplicates(list, network[list]),
    ...network[list].flatMap((host, index) => hostBreaches(list, host, index)),
  ]);
}

/** Endings under which everybody may have a name. */
const SHARED =
  /^\*\.((com?|org|net|edu|gov|ac|or|ne)\.)?[a-z]{2,}$|^\*\.(github\.io|gitlab\.io|pages\.dev|workers\.dev|vercel\.app|netlify\.app|herokuapp\.com|web\.app|azurewebsites\.net|cloudfront\.net|amazonaws\.com|ngrok\.(io|app)|ngrok-free\.app|trycloudflare\.com|onrender\.com|fly\.dev)$/;

export function networkWarnings({ permissions }: WrittenRoutine): readonly RuleBreach[] {
  const { network } = permissions;
  return (['allow', 'setup'] as const).flatMap((list) =>
    network[list].flatMap((host, index) =>
      SHARED.test(host.replace(/:\d+$/, ''))
        ? [
            {
              path: ['permissions', 'network', list, index],
              code: 'wide-host',
              message: `\`${host}\` lets through every name under an ending that anybody can get one of`,
              hint: 'Name the hosts that are meant, or a domain of yours: `*.example.com`.',
            },
          ]
        : [],
    ),
  );
}

function duplicates(list: List, hosts: readonly string[]): readonly RuleBreach[] {
  return hosts.flatMap((host, index) =>
    hosts.indexOf(host) === index
      ? []
      : [
          {
            path: ['permissions', 'network', list, index],
            code: 'duplicate-host',
            message: `\`${oneLine(host, 100)}\` is in \`permissions.network.${list}\` already`,
            hint: 'Remove it.',
          },
        ],
  );
}

/** What the pattern of the schema lets pass. */
function hostBreaches(list: List, host: string, index: number): readonly RuleBreach[] {
  const path = ['permissions', 'network', list, index];
  if (host === REGISTRIES)
    return list === 'setup'
      ? []
      : [
          {
            path,
            code: 'registries-in-allow',
            message: '`registries` is for `permissions.network.setup`: the agent does not install',
            hint: 'Let `workspace.setup` install what is needed, or name the host that the agent needs.',
          },
        ];
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 80);
  if (port > 65_535)
    return [
      {
        path,
        code: 'port-out-of-range',
        message: `the port of \`${oneLine(host, 100)}\` is ${port}, above 65535`,
        hint: 'Write a port from 1 to 65535, or none for 80 and 443.',
      },
    ];
  const name = host.replace(/:\d+$/, '').replace(/^\*\./, '');
  const isLabelled = name
    .split('.')
    .every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  const isOddAddress = /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name) && !isPlainAddress(name);
  if (isLabelled && !isOddAddress && !(host.startsWith('*.') && isPlainAddress(name))) return [];
  return [
    {
      path,
      code: 'invalid-host',
      message: `\`${oneLine(host, 100)}\` is not a host`,
      hint: 'Write a name such as `api.example.com` or `*.example.com`, or a plain IPv4 address.',
    },
  ];
}

function isPlainAddress(name: string): boolean {
  const parts = name.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}
