"""What the HTML report is made of: data as the page holds it, its templates, styles and scripts."""
