// Browsers start no worker from a folder. There a hidden frame runs the worker of the search instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.hidden = true;
      this.inside = frame.contentWindow;
      this.inside.document.write("<body>");
      this.inside.document.close();
      this.inside.postMessage = (data) => {
        this.dispatchEvent(new MessageEvent("message", { data }));
      };
      const script = this.inside.document.createElement("script");
      script.src = url;
      this.loaded = new Promise((resolve) => {
        script.onload = resolve;
      });
      this.inside.document.body.append(script);
    }

    async postMessage(data) {
      await this.loaded;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
