print("hotpress")
