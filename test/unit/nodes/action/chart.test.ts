import { crc32, inflateSync } from 'node:zlib';
import { findOperation } from '../../../../src/operations';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* The output of Organisation Usage: Chart, and the picture of Usage: Forecast. */

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate'] as const;
const STOPS = ['clearTimeout', 'clearInterval', 'clearImmediate'] as const;
const OTHERS = ['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const;

// In the middle of a month, so that days of it are still to come.
beforeAll(() => {
	const now = Date.UTC(2026, 5, 15, 12);
	jest.useFakeTimers({ now, doNotFake: [...TIMERS, ...STOPS, ...OTHERS] });
});
afterAll(() => jest.useRealTimers());

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');

const draw = async (parameters: object) => {
	const { items, error } = await runAt(sim, 'organisationUsage chart', parameters);
	if (error) throw error;
	const { json, binary } = items[0]!;
	const svg = Buffer.from(String(binary?.chart?.data), 'base64').toString();
	return { json, chart: binary?.chart, svg };
};

test('the item has an SVG file with one bar per day and labels on both axes', async () => {
	const { json, chart, svg } = await draw({ of: 'organisation', show: 'data' });
	expect(chart).toMatchObject({ mimeType: 'image/svg+xml', fileName: 'usage.svg' });
	expect(json).not.toHaveProperty('svg');
	expect(svg.match(/class="bar"/g) ?? []).toHaveLength(json.days as number);
	expect(json.days).toBeGreaterThan(0);
	expect(svg).toContain('>MB</text>');
	expect(svg).toContain('>Day</text>');
	// An SVG with an unclosed element is not displayed.
	for (const tag of ['svg', 'text', 'style', 'title']) {
		expect(svg.split(`<${tag}`)).toHaveLength(svg.split(`</${tag}>`).length);
	}
});

/** The colours of the pixels of a PNG by rows, each behind a byte for its filter. */
function pixelsOf(png: Buffer): { pixels: Buffer; width: number; height: number } {
	expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const contentAt = png.indexOf('IDAT') + 4;
	const length = png.readUInt32BE(contentAt - 8);
	expect(png.readUInt32BE(contentAt + length)).toBe(
		crc32(png.subarray(contentAt - 4, contentAt + length)),
	);
	const pixels = inflateSync(png.subarray(contentAt, contentAt + length));
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
	expect(pixels).toHaveLength(height * (width + 1));
	return { pixels, width, height };
}

test('the item has the same as a PNG, which the editor of n8n shows', async () => {
	const { items } = await runAt(sim, 'organisationUsage chart', { of: 'organisation' });
	const { json, binary } = items[0]!;
	expect(binary?.picture).toMatchObject({
		mimeType: 'image/png',
		fileType: 'image',
		fileName: 'usage.png',
	});
	expect(json).not.toHaveProperty('png');
	const { pixels, width } = pixelsOf(Buffer.from(String(binary?.picture?.data), 'base64'));
	// The unit, above the amounts and left of the bars.
	const rowAt = (y: number) => [...pixels.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))];
	const unit = rowAt(8).slice(0, 110).join('').replaceAll('0', ' ').trim();
	// The top of the letters MB, of 5 dots and a gap of 1, each 2 pixels wide.
	expect(unit).toBe(`44${' '.repeat(6)}44  ${'4'.repeat(8)}`);
	// The bars, and the amounts beside them.
	const colours = new Set(pixels);
	expect([...colours].sort()).toEqual(expect.arrayContaining([0, 1, 3, 4]));
});

describe('Usage: Forecast', () => {
	const forecastOf = async (options: object) =>
		await runAt(sim, 'usage forecast', { of: 'endpoint', endpointId: rl(10001), options });

	test('has a picture that the editor shows, with the days that are expected, and the same as SVG', async () => {
		const { items, error } = await forecastOf({});
		if (error) throw error;
		const { json, binary } = items[0]!;
		expect(binary).toMatchObject({
			picture: { mimeType: 'image/png', fileType: 'image', fileName: 'forecast.png' },
			chart: { mimeType: 'image/svg+xml', fileName: 'forecast.svg' },
		});
		expect(json).not.toHaveProperty('png');
		expect(json).not.toHaveProperty('svg');
		const { pixels, width, height } = pixelsOf(
			Buffer.from(String(binary?.picture?.data), 'base64'),
		);
		// The middles of coming days are pale.
		expect(pixels.includes(2)).toBe(true);
		// Their ranges are dark lines in the chart, in which no text stands.
		const rowOf = (y: number) => pixels.subarray(y * (width + 1) + 1, (y + 1) * (width + 1));
		const rows = Array.from({ length: height - 100 }, (_, y) => rowOf(y + 50));
		expect(rows.filter((row) => row.subarray(120).includes(4)).length).toBeGreaterThan(0);
	});

	test('a price that is added and not typed in is no price of 0: it is refused', async () => {
		const sent = sim.ledger().requests.length;
		const { error } = await forecastOf({ pricePerMb: '' });
		expect(error?.message).toContain('Price per MB');
		expect(sim.ledger().requests).toHaveLength(sent);
		const { fields } = findOperation('usage', 'forecast');
		expect([fields.pricePerMb!.default, fields.pricePerSms!.default]).toEqual(['', '']);
	});
});

test('the HTML report is a table of the same days', async () => {
	const { json } = await draw({ of: 'endpoint', endpointId: rl(10001), show: 'sms' });
	expect(json).toMatchObject({ endpoint_id: 10001, title: 'SMS per day, endpoint 10001' });
	expect(String(json.html).match(/<tr>/g) ?? []).toHaveLength((json.days as number) + 1);
	expect(json.html).toContain('SMS (messages)');
});
