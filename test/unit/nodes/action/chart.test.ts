import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* Organisation Usage: Chart, as the next node gets it. */

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');

const draw = async (parameters: object) => {
	const { items, error } = await runAt(sim, 'organisationUsage chart', parameters);
	if (error) throw error;
	const { json, binary } = items[0]!;
	const svg = Buffer.from(String(binary?.chart?.data), 'base64').toString();
	return { json, chart: binary?.chart, svg };
};

test('the picture is a file of the item: an SVG with a bar a day, both axes labelled', async () => {
	const { json, chart, svg } = await draw({ of: 'organisation', show: 'data' });
	expect(chart).toMatchObject({ mimeType: 'image/svg+xml', fileName: 'usage.svg' });
	expect(json).not.toHaveProperty('svg');
	expect(svg.match(/class="bar"/g) ?? []).toHaveLength(json.days as number);
	expect(json.days).toBeGreaterThan(0);
	expect(svg).toContain('>MB</text>');
	expect(svg).toContain('>Day</text>');
	// An element that does not close would show nothing.
	for (const tag of ['svg', 'text', 'style', 'title']) {
		expect(svg.split(`<${tag}`)).toHaveLength(svg.split(`</${tag}>`).length);
	}
});

test('the report is a table of the same days, for a mail', async () => {
	const { json } = await draw({ of: 'endpoint', endpointId: rl(10001), show: 'sms' });
	expect(json).toMatchObject({ endpoint_id: 10001, title: 'SMS per day, endpoint 10001' });
	expect(String(json.html).match(/<tr>/g) ?? []).toHaveLength((json.days as number) + 1);
	expect(json.html).toContain('SMS (messages)');
});
