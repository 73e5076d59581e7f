import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { ON_TOOL } from './toolNode';

/*
 * n8n: The types that it makes of a node for models that build workflows take two properties of one name, of which
 * one is shown on tools and the other elsewhere, for one, and the words of the first.
 * Read: @n8n/workflow-sdk 0.33.1, generate-types/generate-types.js (`mergeCollectionProperties`,
 * `tryMergeUxForkVariants`).
 * Why: A field of many operations, such as Return All, has a tooltip for people, which the types would repeat at each of
 * them.
 * Gone: The types repeat the tooltips, and are longer.
 * Fallback: None
 * Can it go: When a property can have words for people alone.
 */

/** A property as a tool shows it, without a tooltip, and as every other node does, with one. */
export function withTooltip(
	property: INodeProperties,
	description: string,
	show: IDisplayOptions['show'],
): INodeProperties[] {
	return [
		{ ...property, displayOptions: { show: { ...ON_TOOL, ...show } } },
		{ ...property, description, displayOptions: { show, hide: ON_TOOL } },
	];
}
