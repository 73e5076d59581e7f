import type { INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { besideAction } from '../shared/builderHints';

/** The editor's texts about a trigger outside its form, in place of n8n's general ones. */
interface TriggerTexts {
	/** For language models: what the trigger does, and what the action node does beside it. */
	hint: string;
	related: string;
	/** While a test waits, and at publication: n8n shows the latter while a registration is under way. */
	testing: string;
	published: string;
	/** The panel of the trigger: its head, how to test, and what comes with publication. */
	header: string;
	building: string;
	onceOn: string;
	nowOn: string;
	/** The cause of a run, before the workflow is published and since then. */
	starts: [before: string, since: string];
}

/** The description that triggers have in common, with the texts of each. */
export const triggerParts = (texts: TriggerTexts) => {
	const { building, starts } = texts;
	const realUse = `<b>While you build</b>, press <b>Execute step</b>${building}<br /><br /><b>For real use</b>, `;
	return {
		group: ['trigger'],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: besideAction(texts.hint, texts.related),
		eventTriggerDescription: texts.testing,
		activationMessage: texts.published,
		triggerPanel: {
			header: texts.header,
			executionsHelp: {
				inactive: `${realUse}publish the workflow: ${texts.onceOn}`,
				active: `${realUse}the workflow is published: ${texts.nowOn} They show up in the <a data-key="executions">executions list</a>, not here.`,
			},
			activationHint: {
				inactive: `Publish the workflow to have ${starts[0]} start it by themselves.`,
				active: `${starts[1]} start it too; they do not show up here.`,
			},
		},
	} satisfies Partial<INodeTypeDescription>;
};
