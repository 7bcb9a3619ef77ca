/** The schema that a reference leads to. */
export const resolved = (api, schema) => {
  if (schema.$ref === undefined) return schema;
  return schema.$ref
    .slice(2)
    .split("/")
    .reduce((value, step) => value[step], api);
};

/** The first type of a schema that is not null, also if it is one of several alternatives. */
export const typeOf = (schema) => {
  const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)].flat();
  return types.find((type) => type !== undefined && type !== "null") ?? "string";
};

/** The fields of an object in the JSON of a field or a part; undefined if it has no fixed fields. */
export const innerFields = (api, schema) => resolved(api, schema.contentSchema ?? schema).properties;

/** Whether a field or a part holds files, and whether it may hold several. */
export const filesOf = (schema) => {
  const several = schema.type === "array";
  return (several ? schema.items : schema).format === "binary" ? { several } : undefined;
};
