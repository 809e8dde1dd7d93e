/**
 * Handling units and packages by API name, with NMFTA eBOL 2.1.0 code and label. As in the eBOL, one list covers both.
 * `PAL` is a pail; a pallet is `PAT`.
 */
export const UNIT_TYPES = {
  bag: { code: 'BAG', label: 'Bag' },
  bale: { code: 'BAL', label: 'Bale' },
  barrel: { code: 'BBL', label: 'Barrel' },
  basket: { code: 'BSK', label: 'Basket' },
  bin: { code: 'BIN', label: 'Bin' },
  box: { code: 'BOX', label: 'Box' },
  bucket: { code: 'BXT', label: 'Bucket' },
  bunch: { code: 'BCH', label: 'Bunch' },
  bundle: { code: 'BDL', label: 'Bundle' },
  cabinet: { code: 'CAB', label: 'Cabinet' },
  cage: { code: 'CAG', label: 'Cage' },
  can: { code: 'CAN', label: 'Can' },
  carboy: { code: 'CBY', label: 'Carboy' },
  carrier: { code: 'CAR', label: 'Carrier' },
  carton: { code: 'CTN', label: 'Carton' },
  case: { code: 'CAS', label: 'Case' },
  cask: { code: 'CSK', label: 'Cask' },
  chest: { code: 'CHS', label: 'Chest' },
  coil: { code: 'COL', label: 'Coil' },
  container: { code: 'CNT', label: 'Container' },
  cores: { code: 'COR', label: 'Cores' },
  crate: { code: 'CRT', label: 'Crate' },
  cylinder: { code: 'CYL', label: 'Cylinder' },
  drum: { code: 'DRM', label: 'Drum' },
  dry_bulk: { code: 'DBK', label: 'Dry bulk' },
  envelope: { code: 'ENV', label: 'Envelope' },
  firkin: { code: 'FIR', label: 'Firkin' },
  gaylord: { code: 'GLD', label: 'Gaylord' },
  hamper: { code: 'HPR', label: 'Hamper' },
  hogshead: { code: 'HGH', label: 'Hogshead' },
  hanging_rack: { code: 'HRB', label: 'On hanger or rack in boxes' },
  intermediate_bulk_container: { code: 'INT', label: 'Intermediate bulk container' },
  jar: { code: 'JAR', label: 'Jar' },
  jerrycan: { code: 'JCN', label: 'Jerrycan' },
  keg: { code: 'KEG', label: 'Keg' },
  kit: { code: 'KIT', label: 'Kit' },
  lift: { code: 'LIF', label: 'Lift' },
  liquid_bulk: { code: 'LBK', label: 'Liquid bulk' },
  loose: { code: 'LSE', label: 'Loose' },
  mixed: { code: 'MXD', label: 'Mixed' },
  other: { code: 'OTH', label: 'Other' },
  package: { code: 'PKG', label: 'Package' },
  packed: { code: 'PCK', label: 'Packed' },
  pail: { code: 'PAL', label: 'Pail' },
  pallet: { code: 'PAT', label: 'Pallet' },
  piece: { code: 'PCS', label: 'Piece' },
  pipe_line: { code: 'PLN', label: 'Pipe line' },
  rack: { code: 'RCK', label: 'Rack' },
  reel: { code: 'REL', label: 'Reel' },
  roll: { code: 'ROL', label: 'Roll' },
  skid: { code: 'SKD', label: 'Skid' },
  slip_sheet: { code: 'SLP', label: 'Slip sheet' },
  spool: { code: 'SPL', label: 'Spool' },
  tank: { code: 'TNK', label: 'Tank' },
  tote: { code: 'TBN', label: 'Tote' },
  tray: { code: 'TRY', label: 'Tray' },
  truckload: { code: 'TRU', label: 'Truckload' },
  trunk: { code: 'TRK', label: 'Trunk' },
  tub: { code: 'TUB', label: 'Tub' },
  tube: { code: 'TBE', label: 'Tube' },
  unit: { code: 'UNT', label: 'Unit' },
  van_pack: { code: 'VPK', label: 'Van pack' },
  wrapped: { code: 'WRP', label: 'Wrapped' },
} as const;

export type UnitType = keyof typeof UNIT_TYPES;
export const UNIT_TYPE_NAMES = Object.keys(UNIT_TYPES) as UnitType[];

const BY_CODE = new Map<string, UnitType>(UNIT_TYPE_NAMES.map((name) => [UNIT_TYPES[name].code, name]));

/** Returns the API name for a name or an eBOL code (upper case); null for other text. */
export function parseUnitType(text: string): UnitType | null {
  if (Object.hasOwn(UNIT_TYPES, text)) return text as UnitType;
  return BY_CODE.get(text) ?? null;
}
