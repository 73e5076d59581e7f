import { type INodeProperties, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';

/* Forms of nodes that have several versions. */

/** The newest version of a node. */
export const newestVersion = ({ version }: INodeTypeDescription): number =>
	Math.max(...[version].flat());

/** The properties of a form in nodes of a version, whatever is chosen. */
export function propertiesIn(
	description: INodeTypeDescription,
	typeVersion: number,
): INodeProperties[] {
	return description.properties.filter((property) => {
		const version = property.displayOptions?.show?.['@version'];
		const ofVersion = version && { displayOptions: { show: { '@version': version } } };
		const versioned = { ...property, displayOptions: undefined, ...ofVersion };
		return NodeHelpers.displayParameter({}, versioned, { typeVersion }, description);
	});
}
