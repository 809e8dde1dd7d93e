/** Kinds of places that carriers charge limited access for: the families of NMFTA's eBOL 2.1.0, by API name. */
export const LIMITED_ACCESS = {
  airport: 'Airport',
  church: 'Church',
  club: 'Club',
  construction: 'Construction',
  fair: 'Fair',
  farm: 'Farm',
  hotel: 'Hotel',
  mine: 'Mine',
  other: 'Other',
  park: 'Park',
  port: 'Port',
  school: 'School',
  secure: 'Secure',
  storage: 'Storage',
  tradeshow: 'Tradeshow',
} as const;

export type LimitedAccessKind = keyof typeof LIMITED_ACCESS;
export const LIMITED_ACCESS_KINDS = Object.keys(LIMITED_ACCESS) as LimitedAccessKind[];

export interface LimitedAccess {
  pickup?: LimitedAccessKind;
  delivery?: LimitedAccessKind;
}

/** Words in a company's name that suggest a kind. */
const KIND_PATTERNS: readonly (readonly [kind: LimitedAccessKind, words: RegExp])[] = [
  ['tradeshow', /\b(convention|conference|expo|exposition) (center|centre|hall)\b|\btrade ?show\b/i],
  ['airport', /\b(airport|air ?field)\b/i],
  ['church', /\b(church|cathedral|synagogue|mosque|temple|parish|ministries)\b/i],
  ['school', /\b(school|academy|university|college|hospital|medical center|nursing home|museum|library)\b/i],
  [
    'secure',
    /\b(prison|jail|penitentiary|correctional|detention|army|navy|naval|air force|afb|military|power plant)\b/i,
  ],
  ['storage', /\b(self|mini)[- ]?storage\b/i],
  ['construction', /\b(construction|job) ?site\b/i],
  ['hotel', /\b(hotel|motel|resort|casino|inn)\b/i],
  ['farm', /\b(farms?|orchards?|vineyards?|winery|ranch)\b/i],
  ['mine', /\b(mine|quarry)\b/i],
  ['fair', /\bfair ?grounds?\b/i],
  ['port', /\b(marina|port of|cruise terminal|ferry)\b/i],
  ['park', /\b(amusement park|camp ?ground|cemetery|zoo|stadium|ski resort)\b/i],
  ['club', /\b(country|golf|yacht) club\b/i],
];

/** Returns the kind that a company's name suggests; null for most names. */
export function detectLimitedAccessKind(company: string): LimitedAccessKind | null {
  return KIND_PATTERNS.find(([, words]) => words.test(company))?.[0] ?? null;
}
