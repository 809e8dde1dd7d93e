/** The part of the npm package `zipcodes` that is used: US ZIPs (5 digits) and Canadian prefixes by their code. */
declare module 'zipcodes' {
  export interface ZipEntry {
    zip: string;
    /** 0 and 0 when unknown, as for many military ZIPs. */
    latitude: number;
    longitude: number;
    city: string;
    state: string;
    country: string;
  }
  export const codes: Record<string, ZipEntry>;
}
