import Module from 'node:module';

// Resolves `CellularIot.node` to the `.ts` file before the `.json` of the same name, like the build.
// eslint-disable-next-line no-restricted-syntax -- Node's types lack the property
const { _extensions: extensions } = Module as unknown as {
	_extensions: Record<string, unknown>;
};
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;
