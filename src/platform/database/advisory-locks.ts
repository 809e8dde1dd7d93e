/** What processes that start together do one after the other: numbers that nothing else in the database takes locks by. */
export const ADVISORY_LOCKS = {
  migrations: 7_215_438_901,
  firstOrganization: 7_215_438_903,
  carrierDirectory: 7_215_438_905,
  partitions: 7_215_438_907,
} as const;
