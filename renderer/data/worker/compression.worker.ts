/** Compresses the parts of archives beside the data worker, which hands it their bytes. */
import '@zip.js/zip.js/dist/zip-web-worker-native.js';
