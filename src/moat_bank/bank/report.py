def draw_report(config, results, output):
    output.mkdir(parents=True, exist_ok=True)
    (output/"techniques.svg").write_text("<svg/>")
