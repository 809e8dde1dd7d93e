/** Stands in for CSS modules, whose class names are their keys. */
export default new Proxy({}, { get: (_styles, name) => name });
