/** The entries of the navigation, and the pages below each. */
import type { Section } from '../contract.ts';
import type { IconName } from './icons.ts';

export interface Tab {
  readonly section: Section;
  readonly label: string;
  readonly to: string;
  /** Only where several people use the page, and for those who may. */
  readonly forPeople?: true;
}

export interface Place {
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
  /** Which number stands beside it. */
  readonly count?: 'inbox' | 'review';
  /** The first is where the entry leads; with more than one they stand on top of each of their pages. */
  readonly tabs: readonly [Tab, ...Tab[]];
}

export const PLACES: readonly Place[] = [
  { label: 'Home', icon: 'home', key: 'h', tabs: [{ section: 'home', label: 'Home', to: '/' }] },
  {
    label: 'Inbox',
    icon: 'inbox',
    key: 'i',
    count: 'inbox',
    tabs: [
      { section: 'inbox', label: 'Waiting', to: '/inbox' },
      { section: 'outbox', label: 'Requests', to: '/outbox' },
      { section: 'questions', label: 'Questions', to: '/questions' },
    ],
  },
  {
    label: 'Review',
    icon: 'review',
    key: 'v',
    count: 'review',
    tabs: [
      { section: 'review', label: 'Waiting', to: '/review' },
      { section: 'landings', label: 'Landed and discarded', to: '/review/landings' },
    ],
  },
  {
    label: 'Routines',
    icon: 'routines',
    key: 'r',
    tabs: [{ section: 'routines', label: 'Routines', to: '/routines' }],
  },
  {
    label: 'Runs',
    icon: 'runs',
    key: 'u',
    tabs: [{ section: 'runs', label: 'Runs', to: '/runs' }],
  },
  {
    label: 'Library',
    icon: 'library',
    key: 'l',
    tabs: [
      { section: 'findings', label: 'Findings', to: '/findings' },
      { section: 'items', label: 'Items', to: '/items' },
      { section: 'notes', label: 'Notes', to: '/notes' },
      { section: 'sessions', label: 'Sessions', to: '/sessions' },
      { section: 'search', label: 'Search', to: '/search' },
    ],
  },
];

export const SETTINGS: Place = {
  label: 'Settings',
  icon: 'settings',
  key: 's',
  tabs: [
    { section: 'status', label: 'Status', to: '/status' },
    { section: 'doctor', label: 'Doctor', to: '/doctor' },
    { section: 'connections', label: 'Connections', to: '/connections' },
    { section: 'messages', label: 'Messages', to: '/messages' },
    { section: 'audit', label: 'Audit', to: '/audit', forPeople: true },
  ],
};

export function placeOf(section: Section): Place | null {
  return (
    [...PLACES, SETTINGS].find(({ tabs }) => tabs.some((one) => one.section === section)) ?? null
  );
}
