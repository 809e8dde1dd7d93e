/** The 50 states and DC, five territories, three military "states". Source: USPS Publication 28, appendix B. */
// prettier-ignore
export const US_STATES = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS',
  'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC',
  'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
  'PR', 'VI', 'GU', 'AS', 'MP',
  'AA', 'AE', 'AP',
] as const;

/** The provinces and territories. Source: Canada Post Addressing Guidelines. */
// prettier-ignore
export const CA_PROVINCES = [
  'AB', 'BC', 'MB', 'NB', 'NL', 'NT', 'NS', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT',
] as const;

/** The two-letter codes that carriers use for the Mexican states; DF is Mexico City, EM the State of Mexico. */
// prettier-ignore
export const MX_STATES = [
  'AG', 'BC', 'BS', 'CM', 'CS', 'CH', 'CO', 'CL', 'DF', 'DG', 'EM', 'GT', 'GR', 'HG', 'JA', 'MI', 'MO', 'NA', 'NL',
  'OA', 'PU', 'QE', 'QR', 'SL', 'SI', 'SO', 'TB', 'TM', 'TL', 'VE', 'YU', 'ZA',
] as const;

/** The provinces of each first letter of a postal code. Source: Canada Post Addressing Guidelines. */
// prettier-ignore
export const PROVINCES_BY_LETTER: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'], B: ['NS'], C: ['PE'], E: ['NB'], G: ['QC'], H: ['QC'], J: ['QC'], K: ['ON'], L: ['ON'], M: ['ON'],
  N: ['ON'], P: ['ON'], R: ['MB'], S: ['SK'], T: ['AB'], V: ['BC'], X: ['NT', 'NU'], Y: ['YT'],
};

/** Forward sortation areas with addresses in a second province: federal offices in Gatineau. */
export const SECOND_PROVINCE: Readonly<Record<string, string>> = { K1A: 'QC' };

const PREFIX_RANGES = `
005 NY,006-007 PR,008 VI,009 PR,010-027 MA,028-029 RI,030-038 NH,039-049 ME,050-054 VT,055 MA,056-059 VT,060-069 CT,
070-089 NJ,090-099 AE,100-149 NY,150-196 PA,197-199 DE,200 DC,201 VA,202-205 DC,206-219 MD,220-246 VA,247-268 WV,
270-289 NC,290-299 SC,300-319 GA,320-339 FL,340 AA,341-349 FL,350-369 AL,370-385 TN,386-397 MS,398-399 GA,400-427 KY,
430-459 OH,460-479 IN,480-499 MI,500-528 IA,530-549 WI,550-567 MN,569 DC,570-577 SD,580-588 ND,590-599 MT,600-629 IL,
630-658 MO,660-679 KS,680-693 NE,700-714 LA,716-729 AR,730-731 OK,733 TX,734-749 OK,750-799 TX,800-816 CO,820-831 WY,
832-838 ID,840-847 UT,850-865 AZ,870-884 NM,885 TX,889-898 NV,900-961 CA,962-966 AP,967-968 HI,969 GU,970-979 OR,
980-994 WA,995-999 AK`;

/**
 * The state of each three-digit prefix. Unassigned prefixes inside a state's range count as that state's. PW, FM and MH are
 * the freely associated states, which USPS serves.
 * Source: USPS Labeling List L002, checked against the npm package `zipcodes`.
 */
export const STATE_BY_PREFIX: ReadonlyMap<string, string> = new Map(
  PREFIX_RANGES.trim()
    .split(/,\s*/)
    .flatMap((range) => {
      const [prefixes, state] = range.split(' ') as [string, string];
      const [first, last = first] = prefixes.split('-').map(Number) as [number, number?];
      const count = last - first + 1;
      return Array.from({ length: count }, (_, i) => [String(first + i).padStart(3, '0'), state] as const);
    }),
);

/** ZIPs whose state differs from that of their prefix. */
export const STATE_BY_ZIP: Record<string, string> = {
  '06390': 'NY', // Fishers Island
  '20588': 'MD', // federal agencies outside the District
  '20598': 'VA',
  '73960': 'TX', // Texhoma
  '83414': 'WY', // Alta
  '96799': 'AS',
  '96939': 'PW',
  '96940': 'PW',
  '96941': 'FM',
  '96942': 'FM',
  '96943': 'FM',
  '96944': 'FM',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
  '96960': 'MH',
  '96970': 'MH',
};

/** ZIPs with addresses in a second state. Source: US Census ZCTA-to-place relationship file, 2010. */
export const SECOND_STATE: Record<string, string> = {
  '02861': 'MA',
  '42223': 'TN', // Fort Campbell
  '59221': 'ND',
  '63673': 'IL',
  '71749': 'LA',
  '73949': 'TX',
  '81137': 'NM',
  '84536': 'AZ',
  '86044': 'UT',
  '86515': 'NM',
  '88063': 'TX',
  '89439': 'CA',
  '97635': 'CA',
};
