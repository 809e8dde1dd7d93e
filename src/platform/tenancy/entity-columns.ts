import type { EntityMetadata } from 'typeorm';

/** The columns of a table: those that are read, and of them what an INSERT answers. */
export interface EntityColumns {
  metadata: EntityMetadata;
  selectList: string;
  returningList: string;
}

/**
 * The columns by the names of the entity; a virtual one is worked out as the row is read.
 * @param asGiven those that an INSERT doesn't answer
 */
export function buildEntityColumns(metadata: EntityMetadata, asGiven: readonly string[]): EntityColumns {
  const read = metadata.columns.filter(({ isSelect }) => isSelect);
  const listOf = (columns: typeof read): string =>
    columns
      .map(
        ({ databaseName, propertyName, query }) =>
          `${query?.(metadata.tableName) ?? databaseName} AS "${propertyName}"`,
      )
      .join(', ');
  const filledIn = read.filter(({ propertyName }) => !asGiven.includes(propertyName));
  return { metadata, selectList: listOf(read), returningList: listOf(filledIn) };
}
