/** Keys of the advisory locks that serialize work of several processes. */
export const ADVISORY_LOCKS = {
  migrations: 7_215_438_901,
  firstOrganization: 7_215_438_903,
  carrierDirectory: 7_215_438_905,
  partitions: 7_215_438_907,
} as const;
