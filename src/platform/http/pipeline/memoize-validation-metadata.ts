import { getMetadataStorage, type MetadataStorage } from 'class-validator';

type ValidationRules = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;

/**
 * class-validator gathers a class's rules anew, its parents' too, for each object that it checks: for each line of a quote.
 * They stand once the classes are loaded, so each class is looked at once. A schema's name adds nothing to those of a class.
 */
export function memoizeValidationMetadata(): void {
  const storage = getMetadataStorage();
  const rulesOf = new WeakMap<object, ValidationRules>();
  const byProperty = new WeakMap<ValidationRules, ReturnType<MetadataStorage['groupByPropertyName']>>();
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);

  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (always || strictGroups || groups?.length) return gather(target, schema, always, strictGroups, groups);
    let rules = rulesOf.get(target);
    if (!rules) rulesOf.set(target, (rules = gather(target, schema, always, strictGroups, groups)));
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    let grouped = byProperty.get(rules);
    if (!grouped) byProperty.set(rules, (grouped = group(rules)));
    return grouped;
  };
}
