import { existsSync } from 'node:fs';
import {
  applyDecorators,
  Module,
  SetMetadata,
  type DynamicModule,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common';
import { getMetadataArgsStorage, type MigrationInterface } from 'typeorm';
import { ConfigError } from './env.js';

/** A module of one's own that can't be used; the process says so and doesn't start. */
export class ExtensionError extends ConfigError {}

type Migration = new () => MigrationInterface;

/** What an extension brings beyond controllers and providers, which are those of any Nest module. */
interface ExtensionMetadata {
  /**
   * Tables of its own, one that others point at before them. What belongs to a tenant extends `OwnedEntity`; a reset of
   * the sandbox empties it too.
   */
  entities?: Type<object>[];
  /** Run with the core's, by the timestamp that ends their class names; each once. */
  migrations?: Migration[];
  /** What the sections of its operations in the API reference are about, by tag. */
  tags?: Record<string, string>;
  /** A folder of `<name>.hbs` and `<name>.css`: new templates, and others in place of the core's of the same name. */
  templates?: URL;
}

const EXTENSION_METADATA = 'lading:extension';
/** What `@Module` leaves on a class, and `@Extension`. */
const MODULE_METADATA_KEYS = [EXTENSION_METADATA, 'imports', 'controllers', 'providers', 'exports'];

/** In place of Nest's `@Module`, with all that it takes. */
export function Extension({
  entities,
  migrations,
  tags,
  templates,
  ...module
}: ModuleMetadata & ExtensionMetadata): ClassDecorator {
  return applyDecorators(
    Module(module),
    SetMetadata(EXTENSION_METADATA, { entities, migrations, tags, templates } satisfies ExtensionMetadata),
  );
}

/** A module of one's own: a class under `@Extension` or `@Module`, or what its `forRoot` made. */
export type ExtensionModule = Type | DynamicModule;

/** Everything that the extensions of this process bring. */
export class Extensions {
  readonly entities: Type<object>[];
  readonly migrations: Migration[];
  readonly tags: Record<string, string>;
  /** Where templates are looked for before the core's own, the last extension first. */
  readonly templateFolders: URL[];

  /** @throws ExtensionError */
  constructor(readonly modules: readonly ExtensionModule[] = []) {
    modules.forEach(assertListedOnce);
    const brought = modules.map(readExtensionMetadata);
    this.entities = brought.flatMap(({ entities = [] }) => entities);
    this.migrations = brought.flatMap(({ migrations = [] }) => migrations);
    this.tags = Object.assign({}, ...brought.map(({ tags = {} }) => tags)) as Record<string, string>;
    this.templateFolders = brought
      .flatMap(({ templates }) => templates ?? [])
      .map(resolveTemplateFolder)
      .reverse();
    this.entities.forEach(assertUniqueTable);
    this.migrations.forEach(assertTimestampedName);
  }
}

function readExtensionMetadata(module: ExtensionModule): ExtensionMetadata {
  const type = (module as Partial<DynamicModule> | undefined)?.module ?? module;
  if (typeof type !== 'function') {
    throw new ExtensionError('An extension must be a class under @Extension or @Module.');
  }
  if (type === module && !MODULE_METADATA_KEYS.some((mark) => Reflect.hasOwnMetadata(mark, type))) {
    throw new ExtensionError(
      `${type.name} is no extension: it needs @Extension, or @Module with what it brings.`,
    );
  }
  return (Reflect.getMetadata(EXTENSION_METADATA, type) ?? {}) as ExtensionMetadata;
}

/** The same class again; what a `forRoot` makes may be there twice, with other options. */
function assertListedOnce(module: ExtensionModule, index: number, modules: readonly ExtensionModule[]): void {
  if (modules.indexOf(module) === index) return;
  throw new ExtensionError(
    `${('module' in module ? module.module : module).name} is listed twice as an extension.`,
  );
}

function resolveTemplateFolder(url: URL): URL {
  if (!existsSync(url)) throw new ExtensionError(`There is no folder of templates at ${url.href}.`);
  return new URL(`${url.href.replace(/\/$/, '')}/`);
}

function assertUniqueTable(entity: Type<object>): void {
  const { tables } = getMetadataArgsStorage();
  const own = tables.find(({ target }) => target === entity);
  if (!own?.name) {
    throw new ExtensionError(`The entity ${entity.name} needs a table name, as in @Entity('acme_things').`);
  }
  const other = tables.find(({ target, name }) => target !== entity && name === own.name)?.target;
  if (other) {
    const otherName = typeof other === 'function' ? other.name : other;
    throw new ExtensionError(`The entities ${entity.name} and ${otherName} both have the table ${own.name}.`);
  }
}

/** TypeORM orders migrations by the 13 digits, milliseconds since 1970, that end their class names. */
function assertTimestampedName({ name }: Migration): void {
  if (!/\D\d{13}$/.test(name)) {
    throw new ExtensionError(
      `The migration ${name} needs a name that ends in its time in milliseconds, as in AcmeThings1800000000000.`,
    );
  }
}
