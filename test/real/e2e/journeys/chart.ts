import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';
import { ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed } from '../stage';

/* The chart of usage in n8n's own view of files. */

/** In the browser: the size of the image that the view shows, in pixels of the file; zeros while none is drawn. */
const IMAGE_SIZE = `(() => {
	const image = document.querySelector('[data-test-id="binary-data-window"] img, .binary-data-window img, img[src*="binary-data"]');
	return image ? [image.naturalWidth, image.naturalHeight] : [0, 0];
})()`;

export const chart: Journey[] = [
	{
		name: 'chart: the picture of usage is seen in the editor',
		async run({ api, sim, token, pictures }, editor) {
			const { id } = endpointNamed(sim, DEVICES.pump);
			await control(sim, 'consume', { endpointId: id, data: 25 });
			const draw = ours(token, 'Draw', {
				resource: 'organisationUsage',
				operation: 'chart',
				show: 'data',
				of: 'organisation',
			});
			await editor.openLast(api, 'Chart', draw);
			await editor.execute();
			// The PNG stands before the SVG, which n8n does not show.
			await editor.seeFile();
			const size = async () => await editor.page.evaluate<[number, number]>(IMAGE_SIZE);
			await editor.page.waitForTimeout(1_500);
			const [width, height] = await size();
			await editor.picture(pictures, 'chart-in-the-editor');
			assert.ok(width > 400 && height > 150, `an image of ${width} × ${height} pixels is shown`);
		},
	},
];
