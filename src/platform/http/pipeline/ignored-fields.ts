export const IGNORED_FIELDS_HEADER = 'Ignored-Fields';

const MAX_FIELDS = 20;
const MAX_PATH_LENGTH = 100;

/**
 * Returns up to 20 of the paths, each with up to 100 characters, as a header can contain them: other characters than
 * letters, digits and `_.-[]` are percent-encoded.
 */
export function encodeFieldPaths(paths: readonly string[]): string[] {
  return paths.slice(0, MAX_FIELDS).map((path) =>
    path
      .slice(0, MAX_PATH_LENGTH)
      .toWellFormed()
      .replaceAll(/[^\w.[\]-]/gu, encodeURIComponent),
  );
}
