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

/** An extension that is invalid. The process prints the message and exits. */
export class ExtensionError extends ConfigError {}

type Migration = new () => MigrationInterface;

interface ExtensionMetadata {
  /**
   * Its entities, referenced tables first. Those of a tenant extend `OwnedEntity`; a sandbox reset deletes their rows
   * too.
   */
  entities?: Type<object>[];
  /** Run once each, with those of the core, in the order of the timestamps that end their class names. */
  migrations?: Migration[];
  /** Descriptions of its tags in the API reference. */
  tags?: Record<string, string>;
  /** A folder of `<name>.hbs` and `<name>.css` files: new templates, and replacements for templates of the core. */
  templates?: URL;
}

const EXTENSION_METADATA = 'lading:extension';
const MODULE_METADATA_KEYS = [EXTENSION_METADATA, 'imports', 'controllers', 'providers', 'exports'];

/** Replaces Nest's `@Module` and accepts everything that it accepts. */
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

/** A class with `@Extension` or `@Module`, or the result of its `forRoot`. */
export type ExtensionModule = Type | DynamicModule;

export class Extensions {
  readonly entities: Type<object>[];
  readonly migrations: Migration[];
  readonly tags: Record<string, string>;
  /** Searched before the templates of the core, the last extension first. */
  readonly templateFolders: URL[];

  constructor(readonly modules: readonly ExtensionModule[] = []) {
    modules.forEach(assertListedOnce);
    const parts = modules.map(readExtensionMetadata);
    this.entities = parts.flatMap(({ entities = [] }) => entities);
    this.migrations = parts.flatMap(({ migrations = [] }) => migrations);
    this.tags = Object.assign({}, ...parts.map(({ tags = {} }) => tags)) as Record<string, string>;
    this.templateFolders = parts
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
    throw new ExtensionError('An extension must be a class with @Extension or @Module.');
  }
  if (type === module && !MODULE_METADATA_KEYS.some((key) => Reflect.hasOwnMetadata(key, type))) {
    throw new ExtensionError(`${type.name} is not an extension. Add @Extension or @Module to the class.`);
  }
  return (Reflect.getMetadata(EXTENSION_METADATA, type) ?? {}) as ExtensionMetadata;
}

/** A `forRoot` may be listed twice, with different options. */
function assertListedOnce(module: ExtensionModule, index: number, modules: readonly ExtensionModule[]): void {
  if (modules.indexOf(module) === index) return;
  throw new ExtensionError(
    `The extension ${('module' in module ? module.module : module).name} is listed twice. Remove one.`,
  );
}

function resolveTemplateFolder(url: URL): URL {
  if (!existsSync(url)) throw new ExtensionError(`The template folder ${url.href} does not exist.`);
  return new URL(`${url.href.replace(/\/$/, '')}/`);
}

function assertUniqueTable(entity: Type<object>): void {
  const { tables } = getMetadataArgsStorage();
  const own = tables.find(({ target }) => target === entity);
  if (!own?.name) {
    throw new ExtensionError(
      `The entity ${entity.name} has no table name. Add one, as in @Entity('acme_things').`,
    );
  }
  const other = tables.find(({ target, name }) => target !== entity && name === own.name)?.target;
  if (other) {
    const otherName = typeof other === 'function' ? other.name : other;
    throw new ExtensionError(
      `The entities ${entity.name} and ${otherName} both use the table ${own.name}. Rename one.`,
    );
  }
}

/** TypeORM orders migrations by the 13 digits (milliseconds since 1970) that end their class names. */
function assertTimestampedName({ name }: Migration): void {
  if (!/\D\d{13}$/.test(name)) {
    throw new ExtensionError(
      `The name of the migration ${name} must end in a timestamp in milliseconds, as in AcmeThings1800000000000.`,
    );
  }
}
