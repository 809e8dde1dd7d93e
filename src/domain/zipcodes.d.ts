/** The used part of the npm package `zipcodes`: US ZIPs (5 digits). Its second file has Canadian sortation areas. */
declare module 'zipcodes' {
  export interface ZipEntry {
    zip: string;
    /** 0, as the longitude, if unknown: many military ZIPs. */
    latitude: number;
    longitude: number;
    city: string;
    state: string;
    country: string;
  }
  export const codes: Record<string, ZipEntry>;
}
